import { v7 as uuid } from "uuid";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { type FeedAnswer, feedAnswer } from "@/lib/posts/schema";
import { setWord } from "@/lib/safety/server/words";
import { api } from "@/tests/api";
import { createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

/** `GET /posts?feed=circle`: the posts of the people one has joined, and one's own. */

let me: Member;

beforeEach(async () => {
  await useTestDatabase();
  me = await createMember();
});

type Query = Record<string, string | number | undefined>;
const read = async (query: Query = {}): Promise<FeedAnswer> =>
  (await api.get("/posts", { token: me.token, query: { feed: "circle", ...query } })).read(feedAnswer);
const idsOf = ({ posts }: FeedAnswer) => posts.map(({ _id }) => _id);
const join = (person: { id: string }) => setCircle(me.viewer, person.id, true);

/** `count` posts by an author, a minute apart, the newest `from` minutes ago; newest first. */
async function addPosts(author: { id: string }, count: number, from: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(Date.now() - (from + index) * 60_000);
    return { id: uuid({ msecs: createdAt.getTime() }), assetId: uuid(), authorId: author.id, createdAt };
  });
  await db().mediaAsset.createMany({
    data: rows.map(({ assetId }) => ({
      id: assetId,
      publicId: assetId,
      ownerId: author.id,
      mediaType: "image" as const,
      format: "jpg",
      width: 4,
      height: 3,
      bytes: 1,
    })),
  });
  await db().post.createMany({ data: rows.map(({ assetId: _, ...row }) => row) });
  await db().postMedia.createMany({
    data: rows.map(({ id, assetId }) => ({ postId: id, assetId, position: 0 })),
  });
  await db().user.update({ where: { id: author.id }, data: { postsCount: { increment: count } } });
  return rows.map(({ id }) => id);
}

const readAll = async (limit: number) => {
  const pages = await readAllPages(async (cursor) => {
    const answer = await read({ cursor, limit });
    return { items: idsOf(answer), nextCursor: answer.nextCursor };
  });
  return pages.flat();
};

describe("the circle's feed", () => {
  test("has the posts of those one joined and one's own, newest first", async () => {
    const [friend, stranger] = [await createMember(), await createMember()];
    await join(friend);
    const [a, b, c, d] = [friend, stranger, me, friend];
    const posts = [];
    for (const author of [a, b, c, d]) posts.push(await createPost({ author }));
    const [first, , third, fourth] = posts;
    expect(idsOf(await read())).toEqual([fourth?.id, third?.id, first?.id]);
    expect(await read()).toMatchObject({ total: 3, currentPage: 1, totalPages: 1, nextCursor: null });
    await setCircle(me.viewer, friend.id, false);
    expect(idsOf(await read())).toEqual([third?.id]);
  });

  test("is empty for people who joined no one and posted nothing", async () => {
    await createPost();
    expect(await read()).toEqual({ posts: [], total: 0, currentPage: 1, totalPages: 0, nextCursor: null });
  });

  test("lacks deleted posts, and those of people who are hidden", async () => {
    const [friend, hidden] = [await createMember(), await createMember()];
    for (const person of [friend, hidden]) await join(person);
    const shown = await createPost({ author: friend });
    const deleted = await createPost({ author: friend });
    await createPost({ author: hidden });
    await api.delete(`/posts/${deleted.id}`, { token: friend.token });
    await db().user.update({ where: { id: hidden.id }, data: { isActive: false } });
    expect(idsOf(await read())).toEqual([shown.id]);
    expect((await read()).total).toBe(1);
  });

  test("goes on through posts that lie far below the newest of the campus", async () => {
    const [often, rarely, stranger] = await createMembers(3);
    for (const person of [often, rarely]) await join(person as Member);
    const recent = await addPosts(often as Member, 4, 1);
    await addPosts(stranger as Member, 700, 100);
    const older = await addPosts(rarely as Member, 7, 900);
    const oldest = await addPosts(often as Member, 5, 1_000);
    const mine = await addPosts(me, 1, 1_100);
    const all = [...recent, ...older, ...oldest, ...mine];
    for (const limit of [1, 3, 10, 50]) expect(await readAll(limit)).toEqual(all);
    expect((await read()).total).toBe(all.length);
    expect(idsOf(await read({ page: 2, limit: 5 }))).toEqual(all.slice(5, 10));
    expect(idsOf(await read({ page: 4, limit: 5 }))).toEqual(all.slice(15));
    expect(idsOf(await read({ page: 9, limit: 50 }))).toEqual([]);
  });

  test("goes on through many authors who each posted once", async () => {
    const people = await createMembers(14);
    const posts: string[] = [];
    for (const [index, person] of people.entries()) {
      await join(person);
      posts.push(...(await addPosts(person, 1, 2_000 + index)));
    }
    await addPosts(await createMember(), 600, 1);
    expect(await readAll(4)).toEqual(posts);
  });

  test("goes on through few authors, too few for their newest posts to fill a page", async () => {
    const posts: string[] = [];
    for (const start of [2_000, 3_000]) {
      const person = await createMember();
      await join(person);
      posts.push(...(await addPosts(person, 6, start)));
    }
    await addPosts(await createMember(), 600, 1);
    for (const limit of [4, 10, 50]) expect(await readAll(limit)).toEqual(posts);
  });

  test("goes on through someone whose newest posts say a muted word", async () => {
    const [loud, ...others] = await createMembers(6);
    await join(loud as Member);
    const [first, second, ...posts] = await addPosts(loud as Member, 3, 1_000);
    await db().post.updateMany({
      where: { id: { in: [first as string, second as string] } },
      data: { caption: "Exam week" },
    });
    for (const [index, other] of others.entries()) {
      await join(other);
      posts.push(...(await addPosts(other, 1, 2_000 + index)));
    }
    await addPosts(await createMember(), 600, 1);
    await setWord(me.viewer, "exam", true);
    for (const limit of [1, 4, 10]) expect(await readAll(limit)).toEqual(posts);
  });

  test("takes one query a page, wherever its posts are", async () => {
    const friend = await createMember();
    await join(friend);
    await addPosts(friend, 3, 0);
    await addPosts(await createMember(), 600, 1);
    await addPosts(friend, 3, 700);
    await read();
    for (const limit of [2, 4, 10]) expect(await queriesOf(() => read({ limit }))).toHaveLength(1);
  });

  test("rejects invalid pages and any other feed", async () => {
    await expectBadPagesRejected((query) =>
      api.get("/posts", { token: me.token, query: { feed: "circle", ...query } }),
    );
    expect(await api.get("/posts", { token: me.token, query: { feed: "friends" } })).toMatchObject({
      status: 400,
      body: { message: "feed must be campus, circle or class." },
    });
    expect(await api.get("/posts", { token: me.token, query: { feed: "campus" } })).toMatchObject({
      status: 200,
    });
  });
});
