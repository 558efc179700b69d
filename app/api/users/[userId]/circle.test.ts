import { circleAnswer, followAnswer, removedAnswer } from "@/lib/circles/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { suggestionsAnswer } from "@/lib/people-search/schema";
import { wellJoinedPeople } from "@/lib/people-search/server/suggestions";
import { db } from "@/lib/platform/db";
import { userAnswer } from "@/lib/profiles/schema";
import { setBlock } from "@/lib/safety/server/block";
import { setMute } from "@/lib/safety/server/mute";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createMember, createMembers, createNewcomer, createUser, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

/** Joining circles, and the lists of people in them. */

describe("people to join", () => {
  beforeEach(useTestDatabase);

  const suggest = async (me: Member) =>
    (await api.get("/users/suggestions", { token: me.token })).read(suggestionsAnswer).users;
  const join = (me: Member, other: { id: string }) => setCircle(me.viewer, other.id, true);

  test("are people with mutual circles, most mutual first, then the newest classmates", async () => {
    const old = await createUser({ name: "Old Classmate", createdAt: new Date("2025-01-01") });
    const [me, a, b] = [await createMember(), await createMember(), await createMember()];
    const [shared, once] = [
      await createUser({ name: "Shared Twice" }),
      await createUser({ name: "Shared Once" }),
    ];
    const newest = await createUser({ name: "New Classmate", createdAt: new Date(Date.now() + 60_000) });
    for (const person of [a, b]) await join(me, person);
    await join(a, shared);
    await join(b, shared);
    await join(b, once);
    await join(a, me);
    expect((await suggest(me)).map(({ name, mutualCount }) => [name, mutualCount])).toEqual([
      [shared.name, 2],
      [once.name, 1],
      [newest.name, 0],
      [old.name, 0],
    ]);
  });

  test("are no longer people who were joined or deleted meanwhile", async () => {
    const me = await createMember();
    const [first, second] = [await createMember(), await createMember()];
    expect(await suggest(me)).toHaveLength(2);
    await join(me, first);
    await api.delete(`/auth/users/${second.id}`, { token: second.token });
    expect(await suggest(me)).toEqual([]);
  });

  test("are not people who are suspended, until that is over", async () => {
    const [me, other] = [await createMember(), await createMember()];
    const suspend = (suspendedUntil: Date) =>
      db().user.update({ where: { id: other.id }, data: { suspendedAt: new Date(), suspendedUntil } });
    await suspend(new Date(Date.now() + 60_000));
    expect(await suggest(me)).toEqual([]);
    await suspend(new Date(Date.now() - 60_000));
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual([other.id]);
  });

  test("are never the viewer, unproven, deactivated, unnamed, or of another college without a circle", async () => {
    const me = await createMember();
    await createUser({ verifiedAt: null });
    await createUser({ isActive: false });
    await createNewcomer({ verifiedAt: new Date(), collegeName: "MITS" });
    await createUser({ collegeName: "--" });
    expect(await suggest(me)).toEqual([]);
  });

  test("are at most five, or as many as were asked for", async () => {
    const me = await createMember();
    for (let i = 0; i < 7; i++) await createUser();
    expect(await suggest(me)).toHaveLength(5);
    const more = await api.get("/users/suggestions", { token: me.token, query: { limit: 6 } });
    expect(more.read(suggestionsAnswer).users).toHaveLength(6);
    const none = await api.get("/users/suggestions", { token: me.token, query: { limit: 0 } });
    expect(none.status).toBe(400);
  });

  test("name someone who joined them, unless that person is hidden or muted", async () => {
    const me = await createMember();
    const [yash, riya, tara] = [
      await createMember({ name: "Yash Agrawal" }),
      await createMember(),
      await createMember(),
    ];
    const [kabir, meera, dev] = [await createUser(), await createUser(), await createUser()];
    for (const person of [yash, riya, tara]) await join(me, person);
    await join(yash, kabir);
    await join(riya, meera);
    await join(tara, dev);
    await db().user.update({ where: { id: riya.id }, data: { isActive: false } });
    await setMute(me.viewer, tara.id, { muted: true });
    const joinedBy = new Map((await suggest(me)).map((person) => [person._id, person.joinedBy]));
    expect(joinedBy.get(kabir.id)).toBe("Yash Agrawal");
    expect(joinedBy.get(meera.id)).toBe("");
    expect(joinedBy.get(dev.id)).toBe("");
  });

  test("are for a newcomer first of the same class, then with a large circle", async () => {
    const CSE = { department: "CSE", batch: 2027 };
    const me = await createMember(CSE);
    const wellJoined = await createUser({ followersCount: 9, createdAt: new Date("2025-01-02") });
    const joinedMore = await createUser({ followersCount: 12, createdAt: new Date("2025-01-01") });
    const classmate = await createUser({ ...CSE, createdAt: new Date("2025-01-03") });
    const others = [
      await createUser({ ...CSE, batch: 2026 }),
      await createUser({ ...CSE, department: "ECE" }),
      await createUser({ ...CSE, role: "alumni" }),
      // Whose year the viewer may not see.
      await createUser({ ...CSE, whoSeesBatch: "circle" }),
    ];
    wellJoinedPeople.clear();
    const found = (await api.get("/users/suggestions", { token: me.token, query: { limit: 9 } })).read(
      suggestionsAnswer,
    );
    expect(found.users.map(({ _id }) => _id)).toEqual(
      [classmate, joinedMore, wellJoined, ...others.reverse()].map(({ id }) => id),
    );
  });

  test("are of other colleges, those with a large circle, after all of one's own", async () => {
    const me = await createMember({ collegeName: "RJIT" });
    const [elsewhere, joinedMore] = [
      await createUser({ followersCount: 9 }),
      await createUser({ followersCount: 12 }),
    ];
    const old = new Date("2025-01-01");
    const classmate = await createUser({ collegeName: "RJIT", createdAt: old });
    const wellJoined = await createUser({ collegeName: "RJIT", followersCount: 5, createdAt: old });
    wellJoinedPeople.clear();
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual(
      [wellJoined, classmate, joinedMore, elsewhere].map(({ id }) => id),
    );
  });

  test("are of no class for whom nothing is known", async () => {
    const me = await createMember({ collegeId: "0901CS231042" });
    const old = await createUser({ collegeId: "0901CS231077", createdAt: new Date("2025-01-01") });
    const newest = await createUser({ collegeId: "0901EC230001" });
    expect((await suggest(me)).map(({ _id }) => _id)).toEqual([newest.id, old.id]);
  });
});

describe("joining", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });
  afterEach(async () => {
    expect(await findDrift()).toEqual([]);
  });

  const toggle = (me: Member, userId: string, body?: unknown) =>
    api.post(`/users/${userId}/follow`, { token: me.token, body });

  const notificationsOf = (receiverId: string) => db().notification.findMany({ where: { receiverId } });

  describe("a person", () => {
    test("joins a circle and leaves it again", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      expect((await toggle(me, other.id)).read(followAnswer)).toMatchObject({
        isInCircle: true,
        circleCount: 1,
      });
      expect((await toggle(me, other.id)).read(followAnswer)).toMatchObject({
        isInCircle: false,
        circleCount: 0,
      });
    });

    test("can set the state, which is idempotent", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      for (const inCircle of [true, true, false, false, true]) {
        const answer = (await toggle(me, other.id, { inCircle })).read(followAnswer);
        expect(answer).toMatchObject({ isInCircle: inCircle, circleCount: inCircle ? 1 : 0 });
      }
    });

    test("is notified once of a join, and no longer when the other leaves before it is seen", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      await toggle(me, other.id, { inCircle: true });
      expect(await notificationsOf(other.id)).toMatchObject([
        { type: "follow", senderId: me.id, postId: null, seen: false },
      ]);
      await toggle(me, other.id, { inCircle: false });
      expect(await notificationsOf(other.id)).toEqual([]);
      await toggle(me, other.id, { inCircle: true });
      await db().notification.updateMany({ where: { receiverId: other.id }, data: { seen: true } });
      await toggle(me, other.id, { inCircle: false });
      await toggle(me, other.id, { inCircle: true });
      expect(await notificationsOf(other.id)).toMatchObject([{ seen: true }]);
    });

    test("can't join their own circle, nor one that does not exist", async () => {
      const me = await createMember();
      const deactivated = await createUser({ isActive: false });
      expect(await toggle(me, me.id)).toMatchObject({ status: 400 });
      expect(await toggle(me, deactivated.id)).toMatchObject({ status: 404 });
      expect(await toggle(me, "0190a1b2-aaaa-7bbb-8ccc-1234567890ab")).toMatchObject({ status: 404 });
    });

    test("can't join the circle of an unproven person", async () => {
      const me = await createMember();
      expect(await toggle(me, (await createNewcomer()).id)).toMatchObject({ status: 404 });
    });
  });

  describe("simultaneous requests", () => {
    test("a hundred toggles leave rows and counters that agree", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const replies = await inParallel(Array.from({ length: 100 }, () => () => toggle(me, other.id)));
      const answers = replies.map((reply) => reply.read(followAnswer));
      expect(answers.filter(({ isInCircle }) => isInCircle)).toHaveLength(50);
      expect(answers.every(({ isInCircle, circleCount }) => circleCount === (isInCircle ? 1 : 0))).toBe(true);
      expect(await db().follow.count({ where: { followerId: me.id } })).toBe(0);
    });

    test("people who join each other at the same moment cause no deadlock", async () => {
      const people = await createMembers(20);
      const pairs = people.flatMap((a) => people.filter((b) => b.id !== a.id).map((b) => [a, b] as const));
      const replies = await inParallel(
        pairs.map(
          ([a, b]) =>
            () =>
              toggle(a, b.id, { inCircle: true }),
        ),
      );
      expect(replies.every((reply) => reply.status === 200)).toBe(true);
      const counts = await db().user.findMany({
        where: { id: { in: people.map(({ id }) => id) } },
        select: { followersCount: true, followingCount: true },
      });
      expect(counts).toEqual(people.map(() => ({ followersCount: 19, followingCount: 19 })));
      const { deadlocks } = (
        await db().sql<{ deadlocks: bigint }>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
      )[0] as { deadlocks: bigint };
      expect(Number(deadlocks)).toBe(0);
    });
  });
});

describe("lists of people", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  type Query = Record<string, string | number | undefined>;
  const list = (me: Member, userId: string, side: string, query: Query = {}) =>
    api.get(`/users/${userId}/${side}`, { token: me.token, query });
  const read = async (me: Member, userId: string, side: string, query: Query = {}) =>
    (await list(me, userId, side, query)).read(circleAnswer);

  describe.each([
    { side: "circle", what: "the people in a circle" },
    { side: "circles", what: "the circles a person joined" },
  ])("$what", ({ side }) => {
    /** Adds `other` to the list of `person`. */
    const join = (person: Member, other: Member) =>
      side === "circle" ? setCircle(other.viewer, person.id, true) : setCircle(person.viewer, other.id, true);

    test("are listed latest first, with whether the viewer joined each", async () => {
      const [me, person, early, late] = (await createMembers(4)) as [Member, Member, Member, Member];
      await join(person, early);
      await db().sql`UPDATE follows SET created_at = now() - interval '1 day'`;
      await join(person, late);
      await setCircle(me.viewer, early.id, true);
      const answer = await read(me, person.id, side);
      expect(answer).toMatchObject({ total: 2, currentPage: 1, totalPages: 1, nextCursor: null });
      expect(answer.users.map(({ _id, isInCircle }) => ({ _id, isInCircle }))).toEqual([
        { _id: late.id, isInCircle: false },
        { _id: early.id, isInCircle: true },
      ]);
      expect(Object.keys(answer.users[0] ?? {}).sort()).toEqual([
        "_id",
        "affiliation",
        "avatar",
        "collegeName",
        "isInCircle",
        "name",
        "username",
      ]);
    });

    test("are complete by cursor, also with equal times and people who join meanwhile", async () => {
      const person = await createMember();
      const others = await createMembers(23);
      for (const other of others) await join(person, other);
      await db().sql`UPDATE follows SET created_at = '2026-01-01T00:00:00Z'`;
      const pages = await readAllPages(
        async (cursor) => {
          const { users, nextCursor } = await read(person, person.id, side, { limit: 5, cursor });
          return { items: users.map(({ _id }) => _id), nextCursor };
        },
        async () => join(person, await createMember()),
      );
      expect(pages.flat().sort()).toEqual(others.map(({ id }) => id).sort());
    });

    test("are also paged by number", async () => {
      const person = await createMember();
      for (const other of await createMembers(5)) await join(person, other);
      const second = await read(person, person.id, side, { page: 2, limit: 3 });
      expect(second).toMatchObject({ total: 5, currentPage: 2, totalPages: 2 });
      expect(second.users).toHaveLength(2);
      expect((await read(person, person.id, side, { page: 9, limit: 3 })).users).toEqual([]);
    });

    test("are filtered by name", async () => {
      const person = await createMember();
      const meera = await createMember({ name: "Meera Joshi" });
      await join(person, meera);
      await join(person, await createMember({ name: "Kabir Rao" }));
      const answer = await read(person, person.id, side, { q: "JOSHI me" });
      expect(answer).toMatchObject({ total: 1, totalPages: 1 });
      expect(answer.users.map(({ name }) => name)).toEqual(["Meera Joshi"]);
      expect(await read(person, person.id, side, { q: "unknown" })).toMatchObject({ users: [], total: 0 });
      expect(await read(person, person.id, side, { q: " " })).toMatchObject({ total: 2 });
    });

    test("of an unknown or deactivated person are not found", async () => {
      const me = await createMember();
      const off = await createUser({ isActive: false });
      expect(await list(me, "00000000-0000-7000-8000-000000000000", side)).toMatchObject({
        status: 404,
        error: "not_found",
      });
      expect(await list(me, off.id, side)).toMatchObject({ status: 404, error: "user_deactivated" });
    });

    test("reject invalid paging parameters", async () => {
      const me = await createMember();
      await expectBadPagesRejected((query) => list(me, me.id, side, query));
    });
  });
});

describe("taking someone out", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  const remove = (me: Member, memberId: string, owner = me) =>
    api.delete(`/users/${owner.id}/circle/${memberId}`, { token: me.token });
  const profile = async (me: Member, { id }: Member) =>
    (await api.get(`/users/${id}`, { token: me.token })).read(userAnswer).user;

  test("takes someone out of one's circle, with both counts and without a word to them", async () => {
    const [me, joiner, other] = [await createMember(), await createMember(), await createMember()];
    for (const { viewer } of [joiner, other]) await setCircle(viewer, me.id, true);
    await setCircle(me.viewer, joiner.id, true);
    expect(await profile(me, joiner)).toMatchObject({ isInMyCircle: true, isInCircle: true });
    await db().notification.deleteMany({ where: { receiverId: joiner.id } });
    expect((await remove(me, joiner.id)).read(removedAnswer)).toEqual({ circleCount: 1 });
    expect((await remove(me, joiner.id)).read(removedAnswer)).toEqual({ circleCount: 1 });
    // The viewer stays in theirs.
    expect(await profile(me, joiner)).toMatchObject({ isInMyCircle: false, isInCircle: true });
    expect(await profile(joiner, me)).toMatchObject({ isInCircle: false, circleCount: 1 });
    expect((await api.get(`/users/${me.id}/circle`, { token: me.token })).body).toMatchObject({
      total: 1,
      users: [{ _id: other.id }],
    });
    expect(await db().notification.count({ where: { receiverId: joiner.id } })).toBe(0);
    expect(await db().notification.count({ where: { senderId: joiner.id } })).toBe(0);
    expect(await findDrift()).toEqual([]);
  });

  test("lets them join again, unless they are blocked", async () => {
    const [me, joiner] = [await createMember(), await createMember()];
    await setCircle(joiner.viewer, me.id, true);
    await remove(me, joiner.id);
    const join = () => api.post(`/users/${me.id}/follow`, { token: joiner.token, body: { inCircle: true } });
    expect((await join()).status).toBe(200);
    await remove(me, joiner.id);
    await setBlock(me.viewer, joiner.id, true);
    expect((await join()).status).toBe(404);
  });

  test("is for one's own circle alone", async () => {
    const [me, owner, joiner] = [await createMember(), await createMember(), await createMember()];
    await setCircle(joiner.viewer, owner.id, true);
    for (const member of [me, joiner]) {
      expect(await remove(member, joiner.id, owner)).toMatchObject({ status: 403, error: "forbidden" });
    }
    expect(await db().follow.count({ where: { followeeId: owner.id } })).toBe(1);
  });
});
