import { circleAnswer } from "@/lib/circles/schema";
import { peopleAnswer } from "@/lib/people-search/people-schema";
import { mentionableAnswer, searchAnswer } from "@/lib/people-search/schema";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createComment, createMember, createPost, createUser, type Member } from "@/tests/factories";
import { liftLimits, setLimit } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

/** People cannot be copied from lists and searches. */

beforeAll(useTestDatabase);
beforeEach(liftLimits);

type Query = Record<string, string | number>;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

const get = (me: Member, path: string, query: Query = {}) => api.get(path, { token: me.token, query });
const search = async (me: Member, q: string) =>
  (await get(me, "/search/users", { q, limit: 50 })).read(searchAnswer).users.map(({ _id }) => _id);
const offered = async (me: Member, q: string) =>
  (await get(me, "/people/mentionable", { q })).read(mentionableAnswer).people.map(({ _id }) => _id);
const joins = (by: Member, person: { id: string }) =>
  api.post(`/users/${person.id}/follow`, { token: by.token, body: { inCircle: true } });

describe("in a day one sees a number of people, in all lists together", () => {
  const COUNT = 30;
  let people: { id: string }[];
  let lists: [path: string, query?: Query][];

  beforeAll(async () => {
    liftLimits();
    people = [];
    for (let i = 0; i < COUNT; i++) people.push(await createUser({ name: `Copied Person ${10 + i}` }));
    const host = await createMember({ name: "Has Many" });
    const post = await createPost({ author: host });
    const commentId = await createComment({ post, author: host });
    const ids = people.map(({ id }) => id);
    const prisma = db();
    await prisma.follow.createMany({ data: ids.map((id) => ({ followerId: id, followeeId: host.id })) });
    await prisma.follow.createMany({ data: ids.map((id) => ({ followerId: host.id, followeeId: id })) });
    await prisma.like.createMany({ data: ids.map((userId) => ({ userId, postId: post.id })) });
    await prisma.commentLike.createMany({ data: ids.map((userId) => ({ userId, commentId })) });
    lists = [
      ["/search/users", { q: "copied person", limit: 20 }],
      ["/people", { q: "copied person", limit: 20 }],
      ["/people/mentionable", { q: "copied" }],
      [`/users/${host.id}/circle`],
      [`/users/${host.id}/circle`, { q: "copied" }],
      [`/users/${host.id}/circles`],
      [`/posts/${post.id}/likes`],
      [`/posts/${post.id}/comments/${commentId}/likes`],
    ];
  });

  test("past it no list shows others, but whom one has seen already", async () => {
    setLimit("people_seen", 20, 3600);
    const me = await createMember();
    const page = (number: number) =>
      get(me, "/search/users", { q: "copied person", limit: 10, page: number });
    for (const number of [1, 2, 1, 2]) expect(await page(number)).toMatchObject({ status: 200 });
    const reply = await page(3);
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(3000);
    expect(reply.body).toMatchObject({
      message: "You have looked at very many people today. You can see others in 60 minutes.",
    });
    expect(await page(1)).toMatchObject({ status: 200 });
    const other = await createMember();
    expect(await get(other, "/search/users", { q: "copied person" })).toMatchObject({ status: 200 });
  });

  test("each list counts, and is rejected", async () => {
    for (const [path, query] of lists) {
      setLimit("people_seen", 1, 3600);
      const me = await createMember();
      expect([path, (await get(me, path, query)).status]).toEqual([path, 429]);
    }
  });

  test("whom one has joined and one's own lists do not count", async () => {
    const me = await createMember();
    const ids = people.map(({ id }) => id);
    await db().follow.createMany({ data: ids.map((id) => ({ followerId: id, followeeId: me.id })) });
    setLimit("people_seen", 1, 3600);
    const { users } = (await get(me, `/users/${me.id}/circle`, { limit: 50 })).read(circleAnswer);
    expect(users).toHaveLength(COUNT);
    await db().follow.createMany({ data: ids.map((id) => ({ followerId: me.id, followeeId: id })) });
    expect((await get(me, "/people", { q: "copied" })).read(peopleAnswer).people).toHaveLength(COUNT);
  });

  test("most reads tell the database nothing", async () => {
    setLimit("people_seen", 2000, 3600);
    const me = await createMember();
    const counted = async (query: Query) =>
      (await queriesOf(() => get(me, "/search/users", query))).filter((sql) => /rate_limits/.test(sql));
    expect(await counted({ q: "copied person", limit: 30 })).toEqual([]);
    expect(await counted({ q: "copied person", limit: 30 })).toEqual([]);
  });
});

describe("one and two letters", () => {
  beforeEach(async () => {
    await db().user.deleteMany({ where: { OR: [{ department: { not: null } }, { name: "Qo" }] } });
  });

  test("find and offer only one's circle and class, and who is called that", async () => {
    const cse27 = { department: "CSE", batch: 2027 };
    const me = await createMember({ name: "Qolly Reader", ...cse27 });
    const joined = await createMember({ name: "Qoyoined" });
    const joiner = await createMember({ name: "Qoyoiner" });
    const classmate = await createUser({ name: "Qoyate", ...cse27 });
    const short = await createUser({ name: "Qo" });
    const other = await createUser({ name: "Qoyother", department: "CSE", batch: 2026 });
    await createUser({ name: "Qoyhidden Year", ...cse27, whoSeesBatch: "circle" });
    await createUser({ name: "Qoyunlisted", ...cse27, isListed: false });
    await joins(me, joined);
    await joins(joiner, me);
    const near = [me, joined, joiner, classmate].map(({ id }) => id).sort();
    const copied = new Set<string>();
    for (const letter of LETTERS) for (const id of await search(me, letter)) copied.add(id);
    expect([...copied].sort()).toEqual(near);
    expect((await search(me, "qo")).sort()).toEqual([...near, short.id].sort());
    expect(await search(me, "qo yo")).toEqual([]);
    expect(new Set(await offered(me, "qo"))).toEqual(
      new Set([joined, joiner, classmate, short].map(({ id }) => id)),
    );
    expect(await search(me, "qoyo")).toContain(other.id);
  });
});

describe("who does not want to be in the list of people", () => {
  test("is found by two whole words of the name, the whole name or the username, and by their circle", async () => {
    const me = await createMember();
    const shy = await createMember({
      name: "Shyama Devi Zoravar",
      username: "shy.zora",
      collegeId: "0999SH990001",
      isListed: false,
    });
    for (const q of ["shyama zoravar", "Zoravar, Shyama", "shyama devi zoravar", "@shy.zora", "SHY.ZORA"])
      expect([q, await search(me, q)]).toEqual([q, [shy.id]]);
    for (const q of [
      "shyama",
      "zoravar",
      "shyama zora",
      "shyama shyama",
      "shyam zoravar",
      "shy.z",
      "0999SH990001",
    ])
      expect([q, await search(me, q)]).toEqual([q, []]);
    await db().user.update({ where: { id: shy.id }, data: { isAdult: true, whoCanMention: "everyone" } });
    expect(await offered(me, "shyama")).toEqual([]);
    expect(await offered(me, "shy.zora")).toEqual([shy.id]);
    await joins(me, shy);
    expect([await search(me, "shyama"), await search(shy, "shyama")]).toEqual([[shy.id], [shy.id]]);
  });
});
