import { db } from "@/lib/platform/db";
import { bookmarkAnswer, type FeedAnswer, feedAnswer, postAnswer } from "@/lib/posts/schema";
import { setLike } from "@/lib/posts/server/like";
import { rankings, trendingTags } from "@/lib/posts/server/trending";
import { tagSearchAnswer, trendingTagsAnswer } from "@/lib/posts/trending-schema";
import type { Post } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import {
  createComment,
  createMember,
  createMembers,
  createPost,
  createPosts,
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn, makeOlder } from "@/tests/time";

/** Bookmarked posts, trending posts and tags, and tags by their beginning. */

describe("bookmarks", () => {
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
        (await api.get("/posts", { token })).read(feedAnswer).posts.find(({ _id }) => _id === id)
          ?.isBookmarked,
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
});

describe("the trending tags", () => {
  const createdAt = new Date("2026-01-01");

  let me: Member;
  beforeEach(async () => {
    await useTestDatabase();
    trendingTags.clear();
    me = await createMember({ createdAt });
  });

  const loadTags = async () =>
    (await api.get("/tags/trending", { token: me.token })).read(trendingTagsAnswer).tags;

  test("are the tags most people used in the last seven days", async () => {
    const friend = await createUser({ createdAt });
    for (const caption of ["#mine", "#mine again", "#mine once more #ours", "#old"]) {
      await createPost({ author: me, caption });
    }
    await createPost({ author: friend, caption: "#ours" });
    await db().sql`UPDATE post_hashtags SET created_at = now() - interval '8 days' WHERE tag = 'old'`;
    expect(await loadTags()).toEqual([
      { tag: "ours", postsCount: 2, peopleCount: 2 },
      { tag: "mine", postsCount: 3, peopleCount: 1 },
    ]);
  });

  test("count accounts younger than a day for a quarter", async () => {
    for (let i = 0; i < 3; i++) await createPost({ caption: "#pushed" });
    await createPost({ author: me, caption: "#honest" });
    expect((await loadTags()).map(({ tag }) => tag)).toEqual(["honest", "pushed"]);
  });

  test("are at most ten, and none without posts", async () => {
    expect(await loadTags()).toEqual([]);
    trendingTags.clear();
    await createPost({ author: me, caption: "#aa #bb #cc #dd #ee #ff #gg #hh #ii #jj #kk" });
    expect((await loadTags()).map(({ tag }) => tag).join(" ")).toBe("aa bb cc dd ee ff gg hh ii jj");
  });

  test("leave out the posts of hidden people", async () => {
    const hidden = await createUser({ createdAt });
    await createPost({ author: hidden, caption: "#secret" });
    await db().user.update({ where: { id: hidden.id }, data: { isActive: false } });
    expect(await loadTags()).toEqual([]);
  });

  test("are queried once a minute for all viewers", async () => {
    await loadTags();
    const queries = await queriesOf(async () => {
      await Promise.all([loadTags(), loadTags()]);
    });
    expect(queries.filter((sql) => sql.includes("post_hashtags"))).toEqual([]);
  });
});

describe("searching tags", () => {
  let me: Member;

  beforeAll(async () => {
    await useTestDatabase();
    me = await createMember();
    for (const caption of ["#tech", "#techfest26", "#techfest26 again", "#tech_talk", "#गुरु", "#other"]) {
      await createPost({ author: me, caption });
    }
  });

  const find = async (q: string) =>
    (await api.get("/search/tags", { token: me.token, query: { q } }))
      .read(tagSearchAnswer)
      .tags.map(({ tag, postsCount }) => `${tag} ${postsCount}`);

  test("finds tags by their beginning, the exact one first, then the most used", async () => {
    expect(await find("tech")).toEqual(["tech 1", "techfest26 2", "tech_talk 1"]);
    expect(await find("#TechF")).toEqual(["techfest26 2"]);
    expect(await find("गुरु")).toEqual(["गुरु 1"]);
  });

  test("takes the text literally", async () => {
    expect(await find("tech_")).toEqual(["tech_talk 1"]);
    for (const q of ["%", "tech fest", "#", "##tech", "' OR 1", "x".repeat(60)])
      expect(await find(q)).toEqual([]);
  });

  test("finds at most five", async () => {
    await createPost({ author: me, caption: "#manya #manyb #manyc #manyd #manye #manyf" });
    expect(await find("many")).toHaveLength(5);
  });

  test("needs a text, of at most 200 characters", async () => {
    for (const [q, message] of [
      ["", "Please type a tag to search for."],
      ["x".repeat(201), "Search is limited to 200 characters."],
    ] as const) {
      const reply = await api.get("/search/tags", { token: me.token, query: { q } });
      expect(reply).toMatchObject({ status: 400, error: "validation", body: { message } });
    }
  });
});

describe("what is trending", () => {
  let me: Member;
  let people: Member[];
  beforeAll(liftLimits);
  beforeEach(async () => {
    await useTestDatabase();
    rankings.clear();
    me = await createMember();
    people = await createMembers(6);
    await makeAccountsOlder();
  });

  /** Accounts of tests are new, and new ones count less. */
  const makeAccountsOlder = () =>
    db().user.updateMany({ data: { createdAt: new Date(Date.now() - 30 * 86_400_000) } });

  const load = async (query: Record<string, string> = {}) =>
    (await api.get("/posts/trending", { token: me.token, query })).read(feedAnswer);
  const captions = async (query?: Record<string, string>) =>
    (await load(query)).posts.map(({ caption }) => caption);
  const share = (person: Member, post: Post) => api.post(`/posts/${post.id}/share`, { token: person.token });

  async function createLiked(caption: string, likers: number, options: { mediaType?: "video" } = {}) {
    const post = await createPost({ author: me, caption, ...options });
    for (const person of people.slice(0, likers)) await setLike(person.viewer, post.id, true);
    return post;
  }

  async function setDays(post: Post, days: number) {
    await db().post.update({
      where: { id: post.id },
      data: { createdAt: new Date(Date.now() - days * 86_400_000) },
    });
  }

  describe("trending posts", () => {
    test("are those that moved most people, by liking, commenting or sharing", async () => {
      const [talked, shared] = [await createLiked("Talked about", 1), await createLiked("Shared", 0)];
      await createLiked("Liked", 3);
      await createPost({ author: me, caption: "Quiet" });
      await createComment({ post: talked, author: people[1] });
      await share(people[0] as Member, shared);
      await makeOlder();
      expect(await captions()).toEqual(["Liked", "Talked about", "Shared"]);
    });

    test("can't be pushed by one person, nor by their author", async () => {
      const [pushed, own] = [await createLiked("Pushed", 1), await createLiked("The author's own work", 0)];
      await createLiked("Liked by two", 2);
      for (let i = 0; i < 5; i++) {
        await createComment({ post: pushed, author: people[0], content: `Up ${i}` });
        await share(people[0] as Member, pushed);
        await createComment({ post: own, author: me, content: `Look ${i}` });
      }
      await setLike(me.viewer, own.id, true);
      await makeOlder();
      expect(await captions()).toEqual(["Liked by two", "Pushed"]);
      // The counter still counts each share.
      expect(await db().post.findUnique({ where: { id: pushed.id } })).toMatchObject({ sharesCount: 5 });
      expect(await db().share.count()).toBe(1);
    });

    test("count accounts younger than a day for a quarter", async () => {
      const byNewcomers = await createPost({ author: me, caption: "Three newcomers" });
      for (const newcomer of await createMembers(3)) await setLike(newcomer.viewer, byNewcomers.id, true);
      await createLiked("One member", 1);
      await makeOlder();
      expect(await captions()).toEqual(["One member", "Three newcomers"]);
    });

    test("lose half of their score in two days, and are gone after seven", async () => {
      const [old, older, gone] = [
        await createLiked("Five people, two days ago", 5),
        await createLiked("Six people, four days ago", 6),
        await createLiked("Six people, eight days ago", 6),
      ];
      await createLiked("Two people, today", 2);
      await makeOlder();
      await setDays(old, 2);
      await setDays(older, 4);
      await setDays(gone, 8);
      expect(await captions()).toEqual([
        "Five people, two days ago",
        "Two people, today",
        "Six people, four days ago",
      ]);
    });

    test("leave out hidden people, as authors and as likers", async () => {
      await createLiked("Mine", 1);
      const theirs = await createPost({ author: people[1], caption: "Theirs" });
      await setLike(me.viewer, theirs.id, true);
      await makeOlder();
      await db().user.update({ where: { id: people[1]?.id }, data: { isActive: false } });
      expect(await captions()).toEqual(["Mine"]);
      rankings.clear();
      await db().user.update({ where: { id: people[0]?.id }, data: { isActive: false } });
      expect(await captions()).toEqual([]);
    });

    test("can be pictures or videos alone", async () => {
      await createLiked("A video", 2, { mediaType: "video" });
      await createLiked("A picture", 1);
      await makeOlder();
      expect(await captions({ mediaType: "image" })).toEqual(["A picture"]);
      expect(await captions({ mediaType: "video" })).toEqual(["A video"]);
      const reply = await api.get("/posts/trending", { token: me.token, query: { mediaType: "sound" } });
      expect(reply).toMatchObject({ status: 400, error: "validation" });
    });
  });

  describe("the pages of trending posts", () => {
    test("joined are the whole, though people like others and delete some meanwhile", async () => {
      const posts = [];
      for (let i = 6; i > 0; i--) posts.push(await createLiked(`${i} people`, i));
      await makeOlder();
      const first = await load({ limit: "2" });
      expect(first).toMatchObject({ total: 6, totalPages: 3, currentPage: 1 });
      // The last post of the page is deleted, and the least liked one would now come first.
      await api.delete(`/posts/${posts[1]?.id}`, { token: me.token });
      for (const person of await createMembers(8)) await setLike(person.viewer, posts[5]?.id ?? "", true);
      await makeAccountsOlder();
      const second = await load({ limit: "2", cursor: first.nextCursor ?? "" });
      const third = await load({ limit: "2", cursor: second.nextCursor ?? "" });
      const all = [...first.posts, ...second.posts, ...third.posts].map(({ caption }) => caption);
      expect(all).toEqual(["6 people", "5 people", "4 people", "3 people", "2 people", "1 people"]);
      expect(third.nextCursor).toBeNull();
    });

    test("follow the cursor's ranking on an instance that does not have it", async () => {
      for (let i = 3; i > 0; i--) await createLiked(`${i} people`, i);
      await makeOlder();
      const first = await load({ limit: "1" });
      rankings.clear();
      const { posts } = await load({ limit: "2", cursor: first.nextCursor ?? "" });
      expect(posts.map(({ caption }) => caption)).toEqual(["2 people", "1 people"]);
    });

    test("go on in the current ranking when the cursor's is too old or yet to come", async () => {
      const post = await createLiked("The only one", 1);
      await makeOlder();
      for (const minute of ["0", "zzzzzzzz"]) {
        const page = await load({ cursor: `${minute}_0_${post.id.replace(/^./, "f")}` });
        expect(page.posts).toHaveLength(1);
      }
      const reply = await api.get("/posts/trending", { token: me.token, query: { cursor: "1_1" } });
      expect(reply).toMatchObject({ status: 400, body: { message: "Invalid cursor." } });
    });

    test("rank once a minute for all viewers, and read each page with one query", async () => {
      await createLiked("Liked", 1);
      await makeOlder();
      await load();
      const queries = await queriesOf(() => load());
      expect(queries.filter((sql) => sql.includes("newcomers"))).toEqual([]);
      expect(queries.filter((sql) => sql.includes("media_assets"))).toHaveLength(1);
    });
  });
});
