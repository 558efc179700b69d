import { peopleAnswer, peopleCountsAnswer } from "@/lib/college/schema";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isoDay } from "@/lib/time/relative-time";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import {
  createMember,
  createNewcomer,
  createStaff,
  createUser,
  type Member,
  signIn,
  suspend,
} from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let admin: Member;
beforeAll(async () => {
  admin = await createStaff("admin");
});

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
    expect(await db().moderationLog.count({ where: { actorId: other.id, action: "people_listed" } })).toBe(1);
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
  const signOut = (id: string, by: Member) => api.post(`/college/people/${id}/sign-out`, { token: by.token });

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
