import { v7 as uuid } from "uuid";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import { type FeedAnswer, feedAnswer, postAnswer } from "@/lib/posts/schema";
import { deletePost } from "@/lib/posts/server/delete";
import { setLike } from "@/lib/posts/server/like";
import { updatePost } from "@/lib/posts/server/publish";
import { setWord } from "@/lib/safety/server/words";
import { forgetSessions } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import {
  createComment,
  createMember,
  createMembers,
  createPost,
  createPosts,
  createUser,
  type Member,
  suspend,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";
import { UNAFFILIATED } from "@/tests/user-fixture";

/** Lists of posts: the feed, a circle's, a class's, a tag's, and what is trending. */

type Query = Record<string, string | number | undefined>;

const idsOf = (answer: FeedAnswer) => answer.posts.map((post) => post._id);

describe("everyone's", () => {
  let me: Member;

  beforeEach(async () => {
    await useTestDatabase();
    forgetSessions();
    me = await createMember();
  });
  const read = async (query: Query = {}): Promise<FeedAnswer> =>
    (await api.get("/posts", { token: me.token, query })).read(feedAnswer);

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
        const fetchPage = (query: Query) =>
          api.get(path.replace("ID", author.id), { token: me.token, query });
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
});

describe("the circle's feed", () => {
  /** `GET /posts?feed=circle`: the posts of the people one has joined, and one's own. */

  let me: Member;

  beforeEach(async () => {
    await useTestDatabase();
    me = await createMember();
  });
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

describe("the posts with a tag", () => {
  let me: Member;

  beforeEach(async () => {
    await useTestDatabase();
    forgetSessions();
    me = await createMember();
  });

  const read = async (query: Record<string, string | number | undefined>): Promise<FeedAnswer> =>
    (await api.get("/posts", { token: me.token, query })).read(feedAnswer);

  test("are those whose caption contains it in any case, newest first", async () => {
    const first = await createPost({ author: me, caption: "Roof #GoldenHour" });
    await createPost({ author: me, caption: "goldenhour without its sign" });
    await createPost({ author: me, caption: "#goldenhours is another tag" });
    const second = await createPost({ author: me, caption: "#goldenhour again" });
    const answer = await read({ tag: "goldenHOUR" });
    expect(idsOf(answer)).toEqual([second.id, first.id]);
    expect(answer.total).toBe(2);
  });

  test("page by cursor without gaps or duplicates, and equally by number", async () => {
    const expected: string[] = [];
    for (let count = 0; count < 5; count++) {
      expected.unshift((await createPost({ author: me, caption: `${count} #drones` })).id);
      await createPost({ author: me, caption: "#other" });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ tag: "drones", limit: 2, cursor });
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
    expect(idsOf(await read({ tag: "drones", limit: 2, page: 3 }))).toEqual(expected.slice(4));
  });

  test("reflect edited captions and deleted posts", async () => {
    const post = await createPost({ author: me, caption: "#before" });
    await updatePost(me.viewer, post.id, { caption: "#after" });
    expect(await read({ tag: "before" })).toMatchObject({ posts: [], total: 0, nextCursor: null });
    expect(idsOf(await read({ tag: "after" }))).toEqual([post.id]);
    await deletePost(me.viewer, post.id);
    expect(await read({ tag: "after" })).toMatchObject({ posts: [], total: 0 });
  });

  test("are empty for an unused tag", async () => {
    expect(await read({ tag: "unused" })).toMatchObject({ posts: [], total: 0, totalPages: 0 });
  });

  test.each(["", "two words", "#sign", "a'b", "x".repeat(51), "nul\u0000"])(
    "rejects the tag %j",
    async (tag) => {
      const answer = await api.get("/posts", { token: me.token, query: { tag } });
      expect(answer.status).toBe(400);
    },
  );
});

describe("the feed of one's class", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });
  beforeEach(async () => {
    await db().user.updateMany({ data: { department: null } });
  });

  const CLASS = { department: "CSE", batch: 2027 } as const;
  const get = ({ token }: Member, query: Record<string, string> = {}) =>
    api.get("/posts", { token, query: { feed: "class", ...query } });
  const captions = async (me: Member) => (await get(me)).read(feedAnswer).posts.map(({ caption }) => caption);

  /** A person of the class, or not, who has posted their name. */
  async function author(name: string, more: Partial<Prisma.UserCreateInput> = {}) {
    const user = await createUser({ name, ...CLASS, ...more });
    await createPost({ author: user, caption: name });
    return user;
  }

  test("the posts of one's department and year, newest first, and one's own", async () => {
    const me = await createMember(CLASS);
    await author("Classmate");
    await author("Other Year", { batch: 2028 });
    await author("Other Department", { department: "ME" });
    await author("Other College", { collegeName: "--" });
    await createPost({ author: me, caption: "Mine" });
    const { posts, total } = (await get(me)).read(feedAnswer);
    expect(posts.map(({ caption }) => caption)).toEqual(["Mine", "Classmate"]);
    expect(posts[1]?.userId.affiliation.label).toBe("CSE ’27");
    expect(total).toBe(2);
  });

  test("of one's section alone, once one says it", async () => {
    const me = await createMember({ ...CLASS, section: "B" });
    await author("Of A", { section: "A" });
    await author("Of B", { section: "B" });
    await author("Without");
    expect(await captions(me)).toEqual(["Of B"]);
    await db().user.update({ where: { id: me.id }, data: { section: null } });
    expect((await captions(me)).sort()).toEqual(["Of A", "Of B", "Without"]);
  });

  test.each([{}, { department: "CSE" }, { batch: 2027 }])("nothing while one's class is %j", async (said) => {
    expect(await get(await createMember(said))).toMatchObject({
      status: 400,
      error: "no_class",
      body: { message: "Add your department and year to your profile, and your class shows up here." },
    });
  });

  test("pages are complete and newest first", async () => {
    const me = await createMember(CLASS);
    const [one, two] = [await createUser(CLASS), await createUser(CLASS)];
    for (let n = 0; n < 7; n++) await createPost({ author: n % 3 === 0 ? one : two, caption: String(n) });
    const pages = await readAllPages(async (cursor) => {
      const { posts, nextCursor } = (await get(me, { limit: "3", ...(cursor && { cursor }) })).read(
        feedAnswer,
      );
      return { items: posts.map(({ caption }) => caption), nextCursor };
    });
    expect(pages).toEqual([["6", "5", "4"], ["3", "2", "1"], ["0"]]);
  });

  const HIDDEN: Record<string, (me: Member) => Promise<unknown>> = {
    deactivated: async () => {
      const { id } = await author("Hidden");
      await db().user.update({ where: { id }, data: { isActive: false, deactivatedAt: new Date() } });
    },
    banned: async () => suspend(await author("Hidden"), null),
    "keeping the year to their circle": () => author("Hidden", { whoSeesBatch: "circle" }),
    blocked: async (me) => {
      const { id } = await author("Hidden");
      await db().block.create({ data: { blockerId: me.id, blockedId: id } });
    },
    blocker: async (me) => {
      const { id } = await author("Hidden");
      await db().block.create({ data: { blockerId: id, blockedId: me.id } });
    },
    muted: async (me) => {
      const { id } = await author("Hidden");
      await db().mute.create({ data: { muterId: me.id, mutedId: id } });
    },
  };

  test.each(Object.entries(HIDDEN))("without a person who is %s", async (_, hide) => {
    const me = await createMember(CLASS);
    await author("Shown", { isListed: false });
    await hide(me);
    expect(await captions(me)).toEqual(["Shown"]);
  });
});
