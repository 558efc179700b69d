import { db } from "@/lib/platform/db";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import { type FeedAnswer, feedAnswer, postAnswer } from "@/lib/posts/schema";
import { setLike } from "@/lib/posts/server/like";
import { forgetSessions } from "@/lib/sessions/server/access";
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
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";
import { UNAFFILIATED } from "@/tests/user-fixture";

let me: Member;

beforeEach(async () => {
  await useTestDatabase();
  forgetSessions();
  me = await createMember();
});

type Query = Record<string, string | number | undefined>;
const read = async (query: Query = {}): Promise<FeedAnswer> =>
  (await api.get("/posts", { token: me.token, query })).read(feedAnswer);
const idsOf = (answer: FeedAnswer) => answer.posts.map((post) => post._id);

describe("the feed", () => {
  test("shows all posts, newest first, ten a page", async () => {
    const mine = await createPosts(7, me);
    const theirs = await createPosts(6);
    const all = [...mine, ...theirs].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    const first = await read();
    expect(first).toMatchObject({ total: 13, currentPage: 1, totalPages: 2 });
    expect(first.posts).toHaveLength(10);
    const second = await read({ page: 2, limit: 10, sort: "-createdAt" });
    expect(second).toMatchObject({ currentPage: 2, totalPages: 2, nextCursor: null });
    expect(new Set([...idsOf(first), ...idsOf(second)])).toEqual(new Set(all.map(({ id }) => id)));
  });

  test("shows all fields of a post", async () => {
    const author = await createMember({ name: "Ishita Verma" });
    const post = await createPost({ author, caption: "Sunset #GoldenHour", mediaType: "video" });
    await setLike(me.viewer, post.id, true);
    await createComment({ post });
    const [shown] = (await read()).posts;
    expect(shown).toEqual({
      _id: post.id,
      userId: {
        _id: author.id,
        name: "Ishita Verma",
        username: author.user.username,
        avatar: "",
        affiliation: UNAFFILIATED,
        collegeName: "MITS",
      },
      caption: "Sunset #GoldenHour",
      mediaUrl: expect.stringMatching(/^http:\/\/localhost:3000\/media\/video\/upload\/.+\.mp4$/),
      mediaType: "video",
      mentions: [],
      hashtags: ["goldenhour"],
      visibility: "public",
      likes: [me.id],
      isLiked: true,
      isBookmarked: false,
      likesCount: 1,
      commentsCount: 1,
      sharesCount: 0,
      isActive: true,
      whoCanComment: "everyone",
      canComment: true,
      isMuted: false,
      createdAt: post.createdAt.toISOString(),
      editedAt: null,
      width: 1080,
      height: 1350,
      placeholder: "",
      thumbnail: expect.stringMatching(/\.jpg$/),
      altText: "",
    });
  });

  test("lists the latest fifty likers and counts all", async () => {
    const post = await createPost();
    const fans = await createMembers(LIKERS_SHOWN + 3);
    await inTurn(fans, (fan) => setLike(fan.viewer, post.id, true));
    const [shown] = (await read()).posts;
    expect(shown?.likesCount).toBe(LIKERS_SHOWN + 3);
    expect(shown?.likes).toEqual(
      fans
        .slice(3)
        .reverse()
        .map(({ id }) => id),
    );
    expect(shown?.isLiked).toBe(false);
  });

  test("says whom a post is liked by, also beyond the latest fifty", async () => {
    const post = await createPost();
    await setLike(me.viewer, post.id, true);
    for (const fan of await createMembers(LIKERS_SHOWN + 1)) await setLike(fan.viewer, post.id, true);
    const [shown] = (await read()).posts;
    expect(shown?.likes).not.toContain(me.id);
    expect(shown?.isLiked).toBe(true);
  });

  test("hides inactive posts", async () => {
    const post = await createPost();
    await db().post.update({ where: { id: post.id }, data: { isActive: false } });
    expect((await read()).posts).toEqual([]);
    expect(await api.get(`/posts/${post.id}`, { token: me.token })).toMatchObject({ status: 404 });
  });

  test("is empty without posts", async () => {
    expect(await read()).toEqual({ posts: [], total: 0, currentPage: 1, totalPages: 0, nextCursor: null });
  });

  test("has an empty page past its end", async () => {
    await createPosts(3);
    expect(await read({ page: 2 })).toMatchObject({
      posts: [],
      total: 3,
      totalPages: 1,
      currentPage: 2,
      nextCursor: null,
    });
    expect(await read({ page: 200, limit: 50 })).toMatchObject({ posts: [], total: 3 });
  });

  test("has each post exactly once across its pages", async () => {
    const posts = await createPosts(25);
    const pages = await readAllPages(async (cursor) => {
      const answer = await read({ cursor, limit: 4 });
      return { items: idsOf(answer), nextCursor: answer.nextCursor };
    });
    expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
    expect(pages.flat()).toEqual(posts.map(({ id }) => id));
  });

  test("has neither gaps nor duplicates while others post", async () => {
    const posts = await createPosts(15);
    const pages = await readAllPages(
      async (cursor) => {
        const answer = await read({ cursor, limit: 4 });
        return { items: idsOf(answer), nextCursor: answer.nextCursor };
      },
      () => createPost(),
    );
    expect(pages.flat()).toEqual(posts.map(({ id }) => id));
  });

  test("pages through posts with the same time without losing one", async () => {
    const at = new Date("2026-11-20T10:00:00.123Z");
    const author = await createUser();
    const posts = [];
    for (let i = 0; i < 9; i++) posts.push(await createPost({ author, createdAt: at }));
    const pages = await readAllPages(async (cursor) => {
      const answer = await read({ cursor, limit: 2 });
      return { items: idsOf(answer), nextCursor: answer.nextCursor };
    });
    expect(pages.flat()).toEqual(
      posts
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  test("continues after a cursor whose post was deleted", async () => {
    const posts = await createPosts(4, me);
    const { nextCursor } = await read({ limit: 2 });
    await api.delete(`/posts/${posts[1]?.id}`, { token: me.token });
    expect(idsOf(await read({ cursor: nextCursor ?? "", limit: 2 }))).toEqual([posts[2]?.id, posts[3]?.id]);
  });

  test("rejects invalid pages and any other order", async () => {
    await expectBadPagesRejected((query) => api.get("/posts", { token: me.token, query }));
    expect(await api.get("/posts", { token: me.token, query: { sort: "likesCount" } })).toMatchObject({
      status: 400,
    });
  });

  test("survives cursors with extreme times", async () => {
    await createPosts(2);
    for (const stamp of ["0", "zzzzzzzzzz", "9999999999", "2goc00000"]) {
      const cursor = btoa(`${stamp}.0190a1b2-aaaa-7bbb-8ccc-1234567890ab`).replaceAll("=", "");
      const reply = await api.get("/posts", { token: me.token, query: { cursor } });
      expect([200, 400]).toContain(reply.status);
    }
  });

  test("takes one query a page, plus one a second for the session", async () => {
    const posts = await createPosts(12);
    for (const fan of await createMembers(5)) await setLike(fan.viewer, posts[0]?.id ?? "", true);
    const first = await queriesOf(() => read());
    expect(first).toHaveLength(2);
    const { nextCursor } = await read();
    expect(await queriesOf(() => read())).toHaveLength(1);
    expect(await queriesOf(() => read({ limit: 50 }))).toHaveLength(1);
    expect(await queriesOf(() => read({ page: 2 }))).toHaveLength(1);
    expect(await queriesOf(() => read({ cursor: nextCursor ?? "" }))).toHaveLength(1);
  });
});

describe("a person's posts", () => {
  test.each(["/users/ID/posts", "/posts/get-user-post/ID"])(
    "at %s are theirs alone, newest first",
    async (path) => {
      const author = await createUser();
      const posts = await createPosts(12, author);
      await createPosts(2);
      const fetchPage = (query: Query) => api.get(path.replace("ID", author.id), { token: me.token, query });
      const first = (await fetchPage({})).read(feedAnswer);
      expect(first).toMatchObject({ total: 12, totalPages: 2, currentPage: 1 });
      const pages = await readAllPages(async (cursor) => {
        const answer = (await fetchPage({ cursor, limit: 5 })).read(feedAnswer);
        return { items: idsOf(answer), nextCursor: answer.nextCursor };
      });
      expect(pages.flat()).toEqual(posts.map(({ id }) => id));
      await expectBadPagesRejected((query) => fetchPage(query));
    },
  );

  test("are empty for a person without posts, and not found for an unknown person", async () => {
    const quiet = await createUser();
    const readOf = (id: string) => api.get(`/users/${id}/posts`, { token: me.token });
    expect((await readOf(quiet.id)).read(feedAnswer)).toMatchObject({ posts: [], total: 0 });
    expect(await readOf("0190a1b2-aaaa-7bbb-8ccc-1234567890ab")).toMatchObject({
      status: 404,
      body: { message: "User not found" },
    });
  });
});

test("a single post looks as in the feed", async () => {
  const { id } = await createPost();
  const { post } = (await api.get(`/posts/${id}`, { token: me.token })).read(postAnswer);
  expect([post]).toEqual((await read()).posts);
});
