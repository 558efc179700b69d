import { type CollegePerson, peopleAnswer, peopleCountsAnswer, personAnswer } from "@/lib/college/schema";
import { logAnswer } from "@/lib/moderation/staff-schema";
import { NOT_CONFIRMED, ROLE_SAID } from "@/lib/notifications/policy";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createStaff, createUser, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** What admins say that people are at the college. */

beforeAll(useTestDatabase);

let admin: Member;
let other: Member;
beforeAll(async () => {
  admin = await createStaff("admin");
  other = await createStaff("admin");
});

const list = async (query: Record<string, string> = {}) =>
  (await api.get("/college/people", { token: admin.token, query })).read(peopleAnswer);
const names = async (query: Record<string, string>) => (await list(query)).people.map(({ name }) => name);
const put = (id: string, body: object, by = admin) =>
  api.put(`/college/people/${id}`, { token: by.token, body });
const set = async (id: string, body: object) => (await put(id, body)).read(personAnswer).member;

type Asked = Omit<Prisma.AffiliationRequestUncheckedCreateInput, "userId">;
const ask = (userId: string, asked: Partial<Asked> = {}) => {
  const row = { role: "faculty", department: "CSE", createdAt: new Date(), ...asked } as const;
  const state = { state: "pending", decidedById: null, decidedAt: null } as const;
  return db().affiliationRequest.upsert({
    where: { userId },
    create: { userId, ...row },
    update: { ...row, ...state },
  });
};
/** Someone who waits, as the list has them. */
async function waiting(asked: Partial<Asked> = {}, user: Partial<Prisma.UserCreateInput> = {}) {
  const person = await createMember(user);
  await ask(person.id, asked);
  return person;
}
const requestOf = (userId: string) => db().affiliationRequest.findUniqueOrThrow({ where: { userId } });
const log = async (personId: string) =>
  (await db().moderationLog.findMany({ where: { personId }, orderBy: { id: "asc" } })).map(
    ({ action, actorId, details }) => ({ action, actorId, details }),
  );
const notified = async (receiverId: string) =>
  (await db().notification.findMany({ where: { receiverId, type: "affiliation" } })).map(
    ({ message }) => message,
  );

test("people who wait come first, in pages, and each person once", async () => {
  for (const name of ["Queue A", "Queue D", "Queue F"]) await createUser({ name });
  for (const name of ["Queue E", "Queue B", "Queue C"]) await waiting({}, { name });
  const read: [string, CollegePerson["request"]][] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ q: "queue", limit: "2", ...(cursor && { cursor }) });
    expect(page.people.length).toBeLessThanOrEqual(2);
    read.push(...page.people.map(({ name, request }): (typeof read)[number] => [name, request]));
    cursor = page.nextCursor;
  } while (cursor);
  expect(read.map(([name]) => name.slice(-1)).join("")).toBe("BCEADF");
  const request = { role: "faculty", department: "CSE", requestedAt: expect.any(String) };
  expect(read.map(([, asked]) => asked)).toEqual([request, request, request, null, null, null]);
  expect(await names({ q: "queue", state: "waiting" })).toEqual(["Queue B", "Queue C", "Queue E"]);
  expect(await names({ q: "queue", state: "waiting", limit: "2" })).toEqual(["Queue B", "Queue C"]);
  const { nextCursor } = await list({ q: "queue", state: "waiting", limit: "3" });
  expect(nextCursor).toBeNull();
});

test("whose account is hidden or not completed, or who has a role, waits for no answer", async () => {
  const hidden = await createUser({ name: "Hushed Off", isActive: false, deactivatedAt: new Date() });
  await ask(hidden.id);
  const newcomer = await createNewcomer();
  await ask(newcomer.id);
  expect(await names({ q: "hushed", state: "waiting" })).toEqual([]);
  expect((await list({ q: "hushed" })).people).toMatchObject([{ request: null }]);
  expect((await list({ q: newcomer.email })).people).toMatchObject([{ request: null }]);
  // An import gives roles, too.
  const listed = await waiting({}, { name: "Hushed Listed", role: "staff" });
  expect((await list({ q: listed.user.email })).people).toMatchObject([{ request: null }]);
});

test("people are found by role and department, and counted", async () => {
  const counts = async () =>
    (await api.get("/college/people/counts", { token: admin.token })).read(peopleCountsAnswer);
  const before = await counts();
  await createUser({ name: "Roll One", role: "faculty", department: "CSE" });
  await createUser({ name: "Roll Two", role: "faculty", department: "ME" });
  await createUser({ name: "Roll Three", role: "alumni", department: "CSE", batch: 2019 });
  await createUser({ name: "Roll Four", role: "staff" });
  await waiting({}, { name: "Roll Five" });
  expect(await names({ q: "roll", role: "faculty" })).toEqual(["Roll One", "Roll Two"]);
  expect(await names({ q: "roll", department: "CSE" })).toEqual(["Roll One", "Roll Three"]);
  expect(await names({ q: "roll", role: "faculty", department: "CSE" })).toEqual(["Roll One"]);
  expect((await list({ q: "roll three" })).people).toMatchObject([
    { role: "alumni", department: "CSE", batch: 2019, collegeName: "MITS" },
  ]);
  const after = await counts();
  expect(after).toEqual({
    ...before,
    everyone: before.everyone + 5,
    new: before.new + 5,
    never_posted: before.never_posted + 5,
    faculty: before.faculty + 2,
    alumni: before.alumni + 1,
    staff: before.staff + 1,
    student: before.student + 1,
    waiting: before.waiting + 1,
  });
  expect(
    await api.get("/college/people", { token: admin.token, query: { department: "XYZ" } }),
  ).toMatchObject({
    status: 400,
    error: "validation",
  });
  const exported = { token: admin.token, query: { department: "XYZ" } };
  expect(await api.get("/college/people/export", exported)).toMatchObject({ status: 400 });
});

test("the role that someone asks for confirms it: they have it, are notified, and it is in the log", async () => {
  const person = await waiting({ department: "ME" });
  const faculty = { role: "faculty", department: "CSE", batch: null };
  expect(await set(person.id, { role: "faculty", department: "CSE" })).toMatchObject({
    _id: person.id,
    ...faculty,
    request: null,
  });
  expect(await requestOf(person.id)).toMatchObject({
    state: "confirmed",
    decidedById: admin.id,
    decidedAt: expect.any(Date),
  });
  expect(await log(person.id)).toEqual([
    { action: "affiliation_confirmed", actorId: admin.id, details: faculty },
  ]);
  expect(await notified(person.id)).toEqual([ROLE_SAID.faculty]);
  const { body } = await api.get(`/users/${person.id}`, { token: other.token });
  expect(body).toMatchObject({ user: { role: "faculty", affiliation: { label: "Faculty · CSE" } } });
  // The same again changes nothing.
  await set(person.id, { role: "faculty", department: "CSE" });
  expect(await log(person.id)).toHaveLength(1);
});

test("any other role rejects it, and the person can ask again", async () => {
  const person = await waiting();
  expect(await set(person.id, { role: "student" })).toMatchObject({ role: "student", request: null });
  expect(await requestOf(person.id)).toMatchObject({ state: "rejected", decidedById: admin.id });
  expect(await log(person.id)).toEqual([
    {
      action: "affiliation_rejected",
      actorId: admin.id,
      details: { role: "faculty", department: "CSE" },
    },
  ]);
  expect(await notified(person.id)).toEqual([NOT_CONFIRMED]);
  await ask(person.id, { role: "staff" });
  expect((await list({ q: person.user.email })).people).toMatchObject([{ request: { role: "staff" } }]);
  await set(person.id, { role: "staff" });
  expect(await requestOf(person.id)).toMatchObject({ state: "confirmed" });
  expect(await notified(person.id)).toEqual([ROLE_SAID.staff]);
});

test("roles are given without a request, and taken back", async () => {
  const person = await createMember({ department: "CSE", batch: 2027 });
  const alumnus = { role: "alumni", department: "ME", batch: 2019 };
  expect(await set(person.id, alumnus)).toMatchObject(alumnus);
  expect(await set(person.id, { role: "alumni", batch: null })).toMatchObject({ ...alumnus, batch: null });
  expect(await notified(person.id)).toEqual([ROLE_SAID.alumni]);
  await set(person.id, { role: "student", department: null });
  expect(await notified(person.id)).toEqual([ROLE_SAID.student]);
  const student = { role: "student", department: null, batch: null };
  expect(await log(person.id)).toEqual(
    [alumnus, { ...alumnus, batch: null }, student].map((details) => ({
      action: "affiliation_set",
      actorId: admin.id,
      details,
    })),
  );
  // A year that its person keeps to their circle is no news for moderators.
  const { token } = await createStaff("moderator");
  const read = await api.get("/moderation/log", { token, query: { personId: person.id } });
  expect(read.read(logAnswer).entries.map(({ details }) => details)).toEqual([
    { role: "student", department: null },
    { role: "alumni", department: "ME" },
    { role: "alumni", department: "ME" },
  ]);
  // Once what was confirmed is taken back, they can ask again.
  await ask(person.id);
  await set(person.id, { role: "faculty" });
  await set(person.id, { role: "student" });
  const own = { token: person.token };
  const path = `/users/${person.id}/affiliation-request`;
  expect((await api.get(path, own)).body).toMatchObject({ state: "none" });
  await api.post(path, { ...own, body: { role: "staff" } });
  expect((await list({ q: person.user.email })).people).toMatchObject([{ request: { role: "staff" } }]);
});

test("an answer can be taken back: the request waits again, and the news of it is gone", async () => {
  const person = await waiting();
  await set(person.id, { role: "faculty", department: "CSE" });
  expect(await set(person.id, { role: "student", department: null, reopens: true })).toMatchObject({
    role: "student",
    department: null,
    request: { role: "faculty", department: "CSE" },
  });
  expect(await requestOf(person.id)).toMatchObject({ state: "pending", decidedById: null, decidedAt: null });
  expect(await notified(person.id)).toEqual([]);
  expect((await log(person.id)).map(({ action }) => action)).toEqual([
    "affiliation_confirmed",
    "affiliation_reopened",
  ]);
  const { id } = await createUser();
  expect(await put(id, { role: "student", reopens: true })).toMatchObject({ status: 409, error: "conflict" });
});

test("of two admins who answer at once, one does, and the other gets a conflict", async () => {
  for (let round = 0; round < 3; round++) {
    const person = await waiting();
    const requestedAt = (await requestOf(person.id)).createdAt.toISOString();
    const [yes, no] = await Promise.all([
      put(person.id, { role: "faculty", department: "CSE", requestedAt }),
      put(person.id, { role: "student", requestedAt }, other),
    ]);
    expect([yes.status, no.status].sort()).toEqual([200, 409]);
    const { role } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
    expect(role).toBe(yes.status === 200 ? "faculty" : "student");
    expect(await requestOf(person.id)).toMatchObject({
      state: yes.status === 200 ? "confirmed" : "rejected",
      decidedById: yes.status === 200 ? admin.id : other.id,
    });
    expect(await log(person.id)).toHaveLength(1);
  }
});

test("what someone asks for meanwhile is not answered by what they asked before", async () => {
  const person = await waiting({ createdAt: ago(1, "days") });
  const requestedAt = (await requestOf(person.id)).createdAt.toISOString();
  await ask(person.id, { role: "staff" });
  expect(await put(person.id, { role: "faculty", requestedAt })).toMatchObject({ status: 409 });
  expect(await requestOf(person.id)).toMatchObject({ state: "pending", role: "staff" });
});

test("without naming the request, the last of two admins holds", async () => {
  const person = await waiting();
  const replies = await Promise.all([
    put(person.id, { role: "faculty" }),
    put(person.id, { role: "student" }, other),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { role } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
  const path = `/users/${person.id}/affiliation-request`;
  const { body } = await api.get(path, { token: person.token });
  expect([
    ["faculty", "confirmed"],
    ["student", "rejected"],
    ["student", "none"],
  ]).toContainEqual([role, (body as { state: string }).state]);
  expect(await log(person.id)).toHaveLength(2);
});

test.each([
  [{ role: "faculty", department: "XYZ" }],
  [{ role: "alumni", batch: 1949 }],
  [{ role: "alumni", batch: new Date().getFullYear() + 7 }],
  [{ role: "owner" }],
  [{ department: "CSE" }],
  [{ role: "staff", staffRole: "admin" }],
  [{ role: "staff", requestedAt: "yesterday" }],
])("rejects %j", async (body) => {
  const { id } = await createUser();
  expect(await put(id, body)).toMatchObject({ status: 400, error: "validation" });
  expect(await log(id)).toEqual([]);
});

test("is not for people who are not there, and leaves a suspension as it is", async () => {
  for (const id of [crypto.randomUUID(), (await createNewcomer({ verifiedAt: null })).id]) {
    expect(await put(id, { role: "staff" })).toMatchObject({ status: 404 });
  }
  const banned = await createUser({ isActive: false, suspendedAt: new Date() });
  expect(await set(banned.id, { role: "staff" })).toMatchObject({ role: "staff", state: "banned" });
  expect(await set(admin.id, { role: "staff" })).toMatchObject({ role: "staff" });
});
