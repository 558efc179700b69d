import { db } from "@/lib/platform/db";
import { bookmarkAnswer, type FeedAnswer, feedAnswer, postAnswer } from "@/lib/posts/schema";
import { api } from "@/tests/api";
import { createMember, createPost, createPosts, type Member } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";

beforeAll(useTestDatabase);
beforeEach(liftLimits);

const UNKNOWN = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";

const bookmark = (me: Member, postId: string, body?: unknown) =>
  api.post(`/posts/${postId}/bookmark`, { token: me.token, body });
const isBookmarked = async (me: Member, postId: string, body?: unknown) =>
  (await bookmark(me, postId, body)).read(bookmarkAnswer).isBookmarked;
const read = async (me: Member, query: Record<string, string | number | undefined> = {}) =>
  (await api.get("/bookmarks", { token: me.token, query })).read(feedAnswer);
const idsOf = ({ posts }: FeedAnswer) => posts.map(({ _id }) => _id);

describe("a bookmark", () => {
  test("is toggled, or set to a state however often it is sent", async () => {
    const [me, post] = [await createMember(), await createPost()];
    expect(await isBookmarked(me, post.id)).toBe(true);
    expect(await isBookmarked(me, post.id, {})).toBe(false);
    for (const bookmarked of [true, true, false, false, true]) {
      expect(await isBookmarked(me, post.id, { bookmarked })).toBe(bookmarked);
      expect(await db().bookmark.count({ where: { postId: post.id } })).toBe(bookmarked ? 1 : 0);
    }
  });

  test("set by many calls at once is one", async () => {
    const [me, post] = [await createMember(), await createPost()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => isBookmarked(me, post.id, { bookmarked: true })),
    );
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(await db().bookmark.count({ where: { postId: post.id } })).toBe(1);
  });

  test("shows on the post in every answer, to its owner alone, and notifies no one", async () => {
    const [me, author] = [await createMember(), await createMember()];
    const { id } = await createPost({ author });
    await bookmark(me, id, { bookmarked: true });
    const seenBy = async ({ token }: Member) => [
      (await api.get("/posts", { token })).read(feedAnswer).posts.find(({ _id }) => _id === id)?.isBookmarked,
      (await api.get(`/posts/${id}`, { token })).read(postAnswer).post.isBookmarked,
    ];
    expect(await seenBy(me)).toEqual([true, true]);
    expect(await seenBy(author)).toEqual([false, false]);
    expect(idsOf(await read(author))).toEqual([]);
    expect(await db().notification.count({ where: { receiverId: author.id } })).toBe(0);
  });

  test("can't be of an unknown, hidden or deleted post", async () => {
    const [me, author] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    expect(await bookmark(me, UNKNOWN)).toMatchObject({ status: 404 });
    await db().user.update({ where: { id: author.id }, data: { isActive: false } });
    expect(await bookmark(me, post.id)).toMatchObject({ status: 404 });
    expect(await bookmark(me, post.id, { bookmarked: "yes" })).toMatchObject({ status: 400 });
  });

  test("costs the feed no further query", async () => {
    const me = await createMember();
    await read(me);
    expect(await queriesOf(() => api.get("/posts", { token: me.token }))).toHaveLength(1);
  });
});

describe("the bookmarks of a member", () => {
  test("are listed by when they were set, the latest first", async () => {
    const me = await createMember();
    const [newest, middle, oldest] = await createPosts(3);
    await inTurn([newest, oldest, middle], (post) => bookmark(me, post?.id ?? "", { bookmarked: true }));
    expect(await read(me)).toMatchObject({ total: 3, totalPages: 1, nextCursor: null });
    expect(idsOf(await read(me))).toEqual([middle?.id, oldest?.id, newest?.id]);
    // Set again, it stays in its place; removed and set, it is the latest.
    await bookmark(me, newest?.id ?? "", { bookmarked: true });
    expect(idsOf(await read(me)).at(-1)).toBe(newest?.id);
    await bookmark(me, newest?.id ?? "", { bookmarked: false });
    await bookmark(me, newest?.id ?? "", { bookmarked: true });
    expect(idsOf(await read(me)).at(0)).toBe(newest?.id);
  });

  test("come in pages without gaps or duplicates, one query each", async () => {
    const me = await createMember();
    const posts = await createPosts(12);
    await inTurn(posts, (post) => bookmark(me, post.id, { bookmarked: true }));
    const pages = await readAllPages(async (cursor) => {
      const answer = await read(me, { cursor, limit: 5 });
      return { items: idsOf(answer), nextCursor: answer.nextCursor };
    });
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2]);
    expect(pages.flat()).toEqual(posts.map(({ id }) => id).reverse());
    expect(idsOf(await read(me, { page: 2, limit: 5 }))).toEqual(pages[1]);
    expect(await queriesOf(() => read(me, { limit: 5 }))).toHaveLength(1);
    await expectBadPagesRejected((query) => api.get("/bookmarks", { token: me.token, query }));
  });

  test("lack posts that were hidden or deleted, and count them nowhere", async () => {
    const [me, author, leaving] = [await createMember(), await createMember(), await createMember()];
    const [deleted, hidden, left] = [
      await createPost({ author }),
      await createPost({ author: leaving }),
      await createPost(),
    ];
    for (const { id } of [deleted, hidden, left]) await bookmark(me, id, { bookmarked: true });
    await api.delete(`/posts/${deleted.id}`, { token: author.token });
    await api.post(`/users/${leaving.id}/deactivate`, { token: leaving.token });
    expect(await read(me)).toMatchObject({ total: 1 });
    expect(idsOf(await read(me))).toEqual([left.id]);
    await api.put(`/posts/${deleted.id}/restore`, { token: author.token });
    expect(await read(me)).toMatchObject({ total: 2 });
  });

  test("are searched by the words of the caption, in any order, case and accents", async () => {
    const me = await createMember();
    const café = await createPost({ caption: "Midnight chai at the Café\nof 50% #Gwalior_nights" });
    const fort = await createPost({ caption: "The fort at midnight" });
    for (const { id } of [café, fort]) await bookmark(me, id, { bookmarked: true });
    await createPost({ caption: "Midnight, but not bookmarked" });
    const found = async (q: string) => idsOf(await read(me, { q }));
    expect(await found("midnight")).toEqual([fort.id, café.id]);
    expect(await found("  cafe   MIDNIGHT ")).toEqual([café.id]);
    expect(await found("50%")).toEqual([café.id]);
    expect(await found("gwalior_")).toEqual([café.id]);
    expect(await found("%")).toEqual([café.id]);
    expect(await found("fort café")).toEqual([]);
    expect(await read(me, { q: "fort" })).toMatchObject({ total: 1, totalPages: 1 });
    expect(await found(" ")).toEqual([fort.id, café.id]);
  });

  test("can be searched as often as people, and for at most 200 characters", async () => {
    const me = await createMember();
    setLimit("search", 1, 60);
    const statusOf = async (q?: string) =>
      (await api.get("/bookmarks", { token: me.token, query: { q } })).status;
    expect([await statusOf("a"), await statusOf("a"), await statusOf()]).toEqual([200, 429, 200]);
    resetLimit("search");
    expect(await statusOf("a".repeat(201))).toBe(400);
  });

  test("go with the account, and with the post", async () => {
    const [me, author] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await bookmark(me, post.id, { bookmarked: true });
    await bookmark(author, post.id, { bookmarked: true });
    await api.delete(`/auth/users/${me.id}`, { token: me.token });
    expect(await db().bookmark.count({ where: { userId: me.id } })).toBe(0);
    await db().post.delete({ where: { id: post.id } });
    expect(await db().bookmark.count({ where: { userId: author.id } })).toBe(0);
  });
});
