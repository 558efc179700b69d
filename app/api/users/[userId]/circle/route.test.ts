import { circleAnswer } from "@/lib/circles/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createMember, createMembers, createUser, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

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
