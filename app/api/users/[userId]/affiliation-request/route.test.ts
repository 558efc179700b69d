import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createMember, createMembers, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** "I teach or work here". */

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const path = ({ id }: { id: string }) => `/users/${id}/affiliation-request`;
const look = (me: Member, whose: { id: string } = me) => api.get(path(whose), { token: me.token });
const ask = (me: Member, body: object) => api.post(path(me), { token: me.token, body });
const decide = ({ id }: Member, data: object) =>
  db().affiliationRequest.update({ where: { userId: id }, data });

const NONE = { state: "none", role: null, department: null };
const FACULTY = { role: "faculty", department: "CSE" };

test("it is asked, changed, withdrawn and asked again", async () => {
  const me = await createMember();
  expect(await look(me)).toMatchObject({ status: 200, body: NONE });
  expect(await ask(me, FACULTY)).toMatchObject({ status: 201, body: { state: "pending", ...FACULTY } });
  const changed = { role: "staff", department: null };
  expect(await ask(me, { role: "staff" })).toMatchObject({
    status: 200,
    body: { state: "pending", ...changed },
  });
  expect((await look(me)).body).toEqual({ state: "pending", ...changed });
  expect(await api.delete(path(me), { token: me.token })).toMatchObject({ status: 200, body: NONE });
  expect(await ask(me, { role: "staff", department: "" })).toMatchObject({ status: 201 });
});

test("no one else reads, asks or withdraws it, nor is anyone by asking", async () => {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  await ask(me, FACULTY);
  const { token } = other;
  expect(await look(other, me)).toMatchObject({ status: 404 });
  expect(await api.post(path(me), { token, body: { role: "staff" } })).toMatchObject({ status: 404 });
  expect(await api.delete(path(me), { token })).toMatchObject({ status: 404 });
  expect((await look(me)).body).toEqual({ state: "pending", ...FACULTY });
  const profile = await api.get(`/users/${me.id}`, { token });
  expect(profile.body).toMatchObject({
    user: { affiliation: { role: "student", department: null, label: "" } },
  });
  expect(JSON.stringify(profile.body)).not.toMatch(/pending|faculty/);
});

test.each([
  [{ role: "faculty" }, /^Please choose your department\.$/],
  [{ role: "faculty", department: "ZZZ" }, /^Please choose a department of your college: AIDS,/],
  [{ role: "alumni", department: "CSE" }, /^Please say whether you teach or work here\.$/],
])("%j is rejected", async (body, message) => {
  const me = await createMember();
  expect(await ask(me, body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  });
});

test("once confirmed it is closed, no matter who asked for it, until the college takes it back", async () => {
  const [me, granted] = (await createMembers(2)) as [Member, Member];
  await ask(me, FACULTY);
  await decide(me, { state: "confirmed", decidedAt: new Date() });
  const where = { id: { in: [me.id, granted.id] } };
  await db().user.updateMany({ where, data: { role: "faculty", department: "CSE" } });
  for (const person of [me, granted]) {
    expect((await look(person)).body).toEqual({ state: "confirmed", ...FACULTY });
    expect(await ask(person, { role: "staff" })).toMatchObject({ status: 409, error: "conflict" });
    expect(await api.delete(path(person), { token: person.token })).toMatchObject({
      body: { state: "confirmed" },
    });
  }
  await db().user.updateMany({ where, data: { role: "student" } });
  expect((await look(me)).body).toEqual(NONE);
  expect(await ask(me, FACULTY)).toMatchObject({ status: 201 });
});

test("after a rejection it can be asked again the next day", async () => {
  const me = await createMember();
  await ask(me, FACULTY);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await decide(me, { state: "rejected", decidedAt: hoursAgo(23) });
  expect((await look(me)).body).toEqual({ state: "rejected", ...FACULTY });
  expect(await ask(me, FACULTY)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/tomorrow/) },
  });
  expect(await api.delete(path(me), { token: me.token })).toMatchObject({ body: { state: "rejected" } });
  await decide(me, { decidedAt: hoursAgo(25) });
  expect(await ask(me, FACULTY)).toMatchObject({ status: 201, body: { state: "pending" } });
  expect(await db().affiliationRequest.findUnique({ where: { userId: me.id } })).toMatchObject({
    decidedAt: null,
    decidedById: null,
  });
});

test("asked many times at once it is one request", async () => {
  const me = await createMember();
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask(me, FACULTY)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
});

test("what is asked instead counts as asked then, so that no answer is to something else", async () => {
  const me = await createMember();
  const askedAt = async () =>
    (await db().affiliationRequest.findUniqueOrThrow({ where: { userId: me.id } })).createdAt;
  await ask(me, FACULTY);
  const first = await askedAt();
  await ask(me, FACULTY);
  expect(await askedAt()).toEqual(first);
  await ask(me, { role: "staff" });
  expect((await askedAt()).getTime()).toBeGreaterThan(first.getTime());
});
