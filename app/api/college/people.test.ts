import {
  type CollegePerson,
  campusNumbersAnswer,
  peopleAnswer,
  peopleCountsAnswer,
  personAnswer,
} from "@/lib/college/schema";
import { campusNumbers } from "@/lib/college/server/numbers";
import { logAnswer } from "@/lib/moderation/staff-schema";
import { NOT_CONFIRMED, ROLE_SAID } from "@/lib/notifications/policy";
import { addTime, ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isoDay } from "@/lib/time/relative-time";
import type { Prisma } from "@/prisma/generated/client/client";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import {
  createComment,
  createMember,
  createNewcomer,
  createPost,
  createStaff,
  createUser,
  type Member,
  signIn,
  suspend,
} from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

/** The people of the college, as its admins see them. */

describe("people", () => {
  beforeAll(async () => {
    await useTestDatabase();
    admin = await createStaff("admin");
  });

  let admin: Member;

  const list = async (query: Record<string, string> = {}) =>
    (await api.get("/college/people", { token: admin.token, query })).read(peopleAnswer);
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).people.map(({ name }) => name);
  const counts = async () =>
    (await api.get("/college/people/counts", { token: admin.token })).read(peopleCountsAnswer);
  const logged = (action: string) =>
    db().moderationLog.findMany({ where: { action, actorId: admin.id }, orderBy: { id: "asc" } });

  describe("the list of people", () => {
    test("is by name in pages, each person once, whatever their case and accents", async () => {
      for (const name of ["Ávila Zed", "avila Abe", "Avila Mid", "Avila Mid", "Avila 9"]) {
        await createUser({ name });
      }
      const read: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({ q: "avila", limit: "2", ...(cursor && { cursor }) });
        expect(page.people.length).toBeLessThanOrEqual(2);
        read.push(...page.people.map(({ name }) => name));
        cursor = page.nextCursor;
      } while (cursor);
      expect(read).toEqual(["Avila 9", "avila Abe", "Avila Mid", "Avila Mid", "Ávila Zed"]);
    });

    test("says when each joined and was there last, by the day, and masks the address", async () => {
      const person = await createMember({ name: "Dhruv Dated", createdAt: new Date("2026-03-04T20:00:00Z") });
      const [session] = await db().session.findMany({ where: { userId: person.id } });
      const lastSeenAt = new Date("2026-11-20T10:00:00Z");
      await db().session.update({ where: { id: session?.id ?? "" }, data: { lastSeenAt } });
      await signIn(person.user);
      await db().session.updateMany({
        where: { userId: person.id, id: { not: session?.id ?? "" } },
        data: { lastSeenAt: new Date("2026-10-01T10:00:00Z") },
      });
      expect((await list({ q: "dhruv dated" })).people).toMatchObject([
        {
          _id: person.id,
          // After midnight in India.
          joinedOn: "2026-03-05",
          lastActiveOn: "2026-11-20",
          email: expect.stringMatching(/^s•••@/),
          state: "active",
          staffRole: null,
        },
      ]);
      await createUser({ name: "Dhruv Never" });
      expect((await list({ q: "dhruv never" })).people).toMatchObject([{ lastActiveOn: null }]);
    });

    test("is searched by words of the name and username, and the beginning of the address", async () => {
      const { username } = await createUser({ name: "Zubin Mehta", email: "zubin_m@mitsgwl.ac.in" });
      for (const q of ["zub", "MEHTA zubin", `@${username}`, "zubin_", "Zubin_M@mitsgwl.ac.in"]) {
        expect({ q, found: await names({ q }) }).toEqual({ q, found: ["Zubin Mehta"] });
      }
      for (const q of ["ubin", "%%%", "zubinxm@", "mitsgwl", "'); DROP"])
        expect(await names({ q })).toEqual([]);
    });

    test("has those of one kind, counted beside each", async () => {
      const before = await counts();
      const at = { createdAt: ago(30, "days") };
      await createStaff("moderator");
      await createUser({ name: "Kind New", postsCount: 1 });
      await createUser({ name: "Kind Silent", ...at });
      await createUser({ name: "Kind Writing", ...at, postsCount: 3 });
      await suspend(await createUser({ name: "Kind Suspended", ...at, postsCount: 1 }), 3);
      await suspend(await createUser({ name: "Kind Banned", ...at, postsCount: 1 }), null);
      const over = { suspendedAt: ago(4, "days"), suspendedUntil: ago(1, "days") };
      await createUser({ name: "Kind Over", ...at, postsCount: 1, ...over });
      const gone = { isActive: false, deactivatedAt: new Date() };
      await createUser({ name: "Kind Gone", ...at, postsCount: 1, ...gone });
      await createUser({ name: "Kind Unproven", ...at, verifiedAt: null });
      await createUser({ name: "Kind Deleted", isActive: false, deletedAt: new Date() });
      await createNewcomer();
      const kinds = {
        new: ["Kind New"],
        never_posted: ["Kind Silent"],
        suspended: ["Kind Banned", "Kind Suspended"],
        deactivated: ["Kind Gone"],
        incomplete: ["Kind Unproven"],
      };
      for (const [state, expected] of Object.entries(kinds)) {
        expect({ state, found: await names({ q: "kind", state }) }).toEqual({ state, found: expected });
      }
      expect(await names({ state: "moderating" })).toContain(admin.user.name);
      expect(await names({ state: "moderating" })).not.toContain("Kind New");
      expect(await names({ q: "kind" })).not.toContain("Kind Deleted");
      const after = await counts();
      const added = Object.entries(after).map(([kind, count]) => [kind, count - before[kind as "new"]]);
      expect(Object.fromEntries(added)).toEqual({
        everyone: 10,
        student: 10,
        alumni: 0,
        faculty: 0,
        staff: 0,
        waiting: 0,
        moderating: 1,
        new: 2,
        never_posted: 2,
        suspended: 2,
        deactivated: 1,
        incomplete: 2,
      });
      const states = (await list({ q: "kind" })).people.map(({ name, state }) => [name, state]);
      expect(Object.fromEntries(states)).toMatchObject({
        "Kind Suspended": "suspended",
        "Kind Banned": "banned",
        "Kind Over": "active",
        "Kind Gone": "deactivated",
        "Kind Unproven": "incomplete",
      });
    });

    test("is logged once a day for each admin who looks", async () => {
      const looks = async () => (await logged("people_listed")).length;
      await list();
      expect(await looks()).toBe(1);
      await list({ q: "zubin" });
      expect(await looks()).toBe(1);
      const other = await createStaff("admin");
      await api.get("/college/people", { token: other.token });
      expect(await db().moderationLog.count({ where: { actorId: other.id, action: "people_listed" } })).toBe(
        1,
      );
    });

    test.each([
      [{ cursor: "nonsense" }, "Invalid cursor."],
      [{ cursor: `${crypto.randomUUID()}a\u0000` }, "Invalid cursor."],
      [{ q: "a\u0000b" }, expect.any(String)],
      [{ state: "rich" }, expect.any(String)],
      [{ role: "owner" }, expect.any(String)],
      [{ limit: "51" }, expect.any(String)],
    ])("rejects %j", async (query, message) => {
      const reply = await api.get("/college/people", { token: admin.token, query });
      expect(reply).toMatchObject({ status: 400, error: "validation", body: { message } });
    });
  });

  describe("logging someone out", () => {
    const signOut = (id: string, by: Member) =>
      api.post(`/college/people/${id}/sign-out`, { token: by.token });

    test("ends all their sessions at once, notifies them, and is in the log", async () => {
      const person = await createMember();
      const second = await signIn(person.user);
      expect(await signOut(person.id, admin)).toMatchObject({ status: 200 });
      for (const { token, refreshToken } of [person, second]) {
        expect(await api.get("/auth/me", { token })).toMatchObject({ status: 401 });
        expect(await api.post("/auth/refresh", { body: { refreshToken } })).toMatchObject({ status: 401 });
      }
      expect(await findMails(person.user.email)).toMatchObject([
        { subject: expect.stringContaining("You were logged out on all devices") },
      ]);
      expect((await logged("signed_out")).at(-1)).toMatchObject({ personId: person.id });
      expect(await signOut(person.id, admin)).toMatchObject({ status: 200 });
      expect(await findMails(person.user.email)).toHaveLength(1);
    });

    test("is nothing for oneself, nor for someone who is not there", async () => {
      expect(await signOut(admin.id, admin)).toMatchObject({ status: 400, error: "validation" });
      expect(await api.get("/auth/me", { token: admin.token })).toMatchObject({ status: 200 });
      for (const id of [crypto.randomUUID(), (await createNewcomer()).id]) {
        expect(await signOut(id, admin)).toMatchObject({ status: 404 });
      }
    });
  });

  describe("exporting people", () => {
    const exported = async (query: Record<string, string> = {}, { token } = admin) => {
      const { GET } = await loadRoute(["college", "people", "export"]);
      const request = makeRequest({ path: "/api/college/people/export", token, query });
      return GET(request, { params: Promise.resolve({}) });
    };

    test("gives the filtered list as a table without formulas, and is in the log", async () => {
      const person = await createUser({
        name: '=Export, "One"',
        role: "alumni",
        department: "CSE",
        batch: 2019,
      });
      await createUser({ name: "Export Two" });
      const reply = await exported({ q: "export", state: "new" });
      expect(reply.status).toBe(200);
      expect(reply.headers.get("Content-Type")).toContain("text/csv");
      expect(reply.headers.get("Content-Disposition")).toMatch(/people-\d{4}-\d\d-\d\d\.csv/);
      const lines = new TextDecoder("utf-8", { ignoreBOM: true })
        .decode(await reply.arrayBuffer())
        .split("\r\n");
      expect(lines[0]).toBe(
        '\uFEFF"Name","Username","Address","Joined","Last active","Role","Department","Batch","In moderation","State"',
      );
      const { username, email, createdAt } = person;
      expect(lines).toContain(
        `"'=Export, ""One""","${username}","${email}","${isoDay(createdAt)}","","alumni","CSE","2019","","active"`,
      );
      expect(lines).toHaveLength(4);
      expect((await logged("people_exported")).at(-1)).toMatchObject({
        details: { filter: ["new", "search"] },
      });
    });

    test("has everyone, in more than one batch", async () => {
      const data = Array.from({ length: 1_100 }, (_, index) => ({
        id: crypto.randomUUID(),
        email: `many.${index}@mitsgwl.ac.in`,
        name: `Many ${index % 7}`,
        collegeName: "MITS",
        verifiedAt: new Date(),
      }));
      await db().user.createMany({ data });
      const reply = await exported({ q: "many" });
      const people = (await reply.text()).split("\r\n").filter((line) => line.startsWith('"Many'));
      expect(new Set(people).size).toBe(1_100);
    });

    test("needs a fresh proof of who asks", async () => {
      const idle = await createStaff("admin");
      await db().session.updateMany({ where: { userId: idle.id }, data: { createdAt: ago(1, "days") } });
      const before = await db().moderationLog.count({ where: { action: "people_exported" } });
      const reply = await exported({}, idle);
      expect(reply.status).toBe(403);
      expect(await reply.json()).toMatchObject({ error: "reauthenticate" });
      expect(await db().moderationLog.count({ where: { action: "people_exported" } })).toBe(before);
    });
  });
});

describe("what they are at the college", () => {
  beforeAll(async () => {
    /** What admins say that people are at the college. */
    await useTestDatabase();
    admin = await createStaff("admin");
    other = await createStaff("admin");
  });

  let admin: Member;
  let other: Member;

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
    // A year that only its owner's circle sees is no news for moderators.
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
    expect(await requestOf(person.id)).toMatchObject({
      state: "pending",
      decidedById: null,
      decidedAt: null,
    });
    expect(await notified(person.id)).toEqual([]);
    expect((await log(person.id)).map(({ action }) => action)).toEqual([
      "affiliation_confirmed",
      "affiliation_reopened",
    ]);
    const { id } = await createUser();
    expect(await put(id, { role: "student", reopens: true })).toMatchObject({
      status: 409,
      error: "conflict",
    });
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
});

describe("the numbers", () => {
  beforeAll(async () => {
    await useTestDatabase();
    admin = await createStaff("admin");
    people = [];
    for (let index = 0; index < 12; index++) {
      people.push(await createMember({ createdAt: ago(10, "days") }));
    }
  });
  beforeEach(() => campusNumbers.clear());

  let admin: Member;
  let people: Member[];

  const read = async () =>
    (await api.get("/college/numbers", { token: admin.token })).read(campusNumbersAnswer);

  test("people are counted once in the days in which they were there; hidden ones are not", async () => {
    const seen = (person: Member | undefined, days: number) =>
      db().session.updateMany({
        where: { userId: person?.id ?? "" },
        data: { lastSeenAt: ago(days, "days") },
      });
    for (const person of people.slice(0, 2)) await seen(person, 3);
    expect((await read()).active).toEqual({ day: 11, week: 13, month: 13 });
    campusNumbers.clear();
    for (const person of people.slice(2, 4)) await seen(person, 20);
    await db().user.update({ where: { id: people[11]?.id ?? "" }, data: { isActive: false } });
    // Nine, which is not shown.
    expect((await read()).active).toEqual({ day: null, week: 10, month: 12 });
    await db().user.update({ where: { id: people[11]?.id ?? "" }, data: { isActive: true } });
  });

  test("posts, comments and sign-ups are counted by the week, of which the last is under way", async () => {
    const author = people[4] as Member;
    const post = await createPost({ author });
    for (let index = 0; index < 10; index++) await createPost({ author });
    for (let index = 0; index < 9; index++) await createComment({ post, author });
    const { weeks } = await read();
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toMatchObject({ posts: 11, comments: null });
    expect(weeks[0]).toMatchObject({ posts: null, comments: null, joined: null });
    const starts = weeks.map(({ from }) => Date.parse(from));
    for (const [index, start] of starts.entries()) {
      expect(new Date(start).getUTCDay()).toBe(1);
      if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBe(7 * 86_400_000);
    }
    expect(weeks.map(({ joined }) => joined)).toContain(12);
  });

  test("the time to the first comment is the median over ten posts, by others than the author", async () => {
    const [author, other] = [people[5] as Member, people[6] as Member];
    const answer = async (hours: number) => {
      const createdAt = ago(2, "days");
      const post = await createPost({ author, createdAt });
      const own = await createComment({ post, author });
      const first = await createComment({ post, author: other });
      await db().comment.update({
        where: { id: own },
        data: { createdAt: addTime(createdAt, 1, "minutes") },
      });
      await db().comment.update({
        where: { id: first },
        data: { createdAt: addTime(createdAt, hours, "hours") },
      });
    };
    for (const hours of [1, 1, 1, 1, 4, 8, 9, 9, 9]) await answer(hours);
    expect((await read()).hoursToFirstComment).toBeNull();
    campusNumbers.clear();
    await answer(2);
    expect((await read()).hoursToFirstComment).toBe(3);
  });
});
