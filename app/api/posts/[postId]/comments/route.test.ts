import { commentsAnswer, newCommentAnswer } from "@/lib/comments/schema";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { inParallel } from "@/tests/parallel";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { UNAFFILIATED } from "@/tests/user-fixture";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
afterEach(async () => {
  expect(await findDrift()).toEqual([]);
});

const UNKNOWN_ID = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";
const write = (me: Member, postId: string, content: unknown, path = "comments") =>
  api.post(`/posts/${postId}/${path}`, { token: me.token, body: { content } });
const read = (me: Member, postId: string, query = {}) =>
  api.get(`/posts/${postId}/comments`, { token: me.token, query });
const notificationsOf = (receiverId: string) => db().notification.findMany({ where: { receiverId } });

describe("a comment", () => {
  test.each(["comments", "comment"])("can be written at /%s", async (path) => {
    const me = await createMember({ name: "Ishita Verma" });
    const post = await createPost();
    const reply = await write(me, post.id, "  Lovely!\r\n<script>alert(1)</script> 🙂 ", path);
    expect(reply.status).toBe(201);
    expect(reply.read(newCommentAnswer)).toEqual({
      comment: {
        _id: expect.any(String),
        userId: {
          _id: me.id,
          name: "Ishita Verma",
          username: me.user.username,
          avatar: "",
          affiliation: UNAFFILIATED,
        },
        content: "Lovely!\n<script>alert(1)</script> 🙂",
        mentions: [],
        replyTo: null,
        repliesCount: 0,
        likesCount: 0,
        isLiked: false,
        editedAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
      commentsCount: 1,
    });
  });

  test("has 1 to 1,000 visible characters", async () => {
    const me = await createMember();
    const post = await createPost();
    expect(await write(me, post.id, "👩🏽‍🎓".repeat(1000))).toMatchObject({ status: 201 });
    for (const content of ["", "  \n ", "\u200b\u2060\ufe0f", "x".repeat(1001)]) {
      expect(await write(me, post.id, content)).toMatchObject({ status: 400, error: "validation" });
    }
    expect(await write(me, UNKNOWN_ID, "Hi")).toMatchObject({ status: 404 });
  });

  test("notifies the post's author with a quote, which another comment renews while it is unseen", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    await write(me, post.id, "First\nwords");
    const [first] = await notificationsOf(author.id);
    expect(first).toMatchObject({
      type: "comment",
      senderId: me.id,
      postId: post.id,
      message: "commented: “First words”",
    });
    await db().notification.updateMany({
      where: { id: first?.id ?? "" },
      data: { createdAt: new Date(0) },
    });
    await write(me, post.id, `${"Long ".repeat(40)}end`);
    const [renewed, ...more] = await notificationsOf(author.id);
    expect(more).toEqual([]);
    expect(renewed).toMatchObject({
      id: first?.id,
      seen: false,
      message: expect.stringMatching(/^commented: “Long .*Long…”$/),
    });
    expect(renewed?.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("sent twenty times with one client id is one comment with one notification", async () => {
    const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    const clientId = crypto.randomUUID();
    const send = (from = me, postId = post.id) =>
      api.post(`/posts/${postId}/comments`, {
        token: from.token,
        body: { content: "From the train", clientId },
      });
    const replies = await inParallel(Array.from({ length: 20 }, () => () => send()));
    const answers = replies.map((reply) => reply.read(newCommentAnswer));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ comment }) => comment._id)).size).toBe(1);
    expect(new Set(answers.map(({ commentsCount }) => commentsCount))).toEqual(new Set([1]));
    expect(await notificationsOf(author.id)).toHaveLength(1);
    // On another post the id conflicts; another person may use it.
    expect(await send(me, (await createPost()).id)).toMatchObject({ status: 409 });
    expect((await send(other)).read(newCommentAnswer).commentsCount).toBe(2);
  });

  test("by the post's author notifies no one", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    await write(me, post.id, "More in the comments");
    expect(await notificationsOf(me.id)).toEqual([]);
  });
});

describe("the comments of a post", () => {
  test("are listed newest first, twenty a page, in one query", async () => {
    const me = await createMember();
    const post = await createPost();
    const ids: string[] = [];
    for (let i = 0; i < 23; i++)
      ids.unshift(await createComment({ post, author: me, content: `Number ${i}` }));
    const first = (await read(me, post.id)).read(commentsAnswer);
    expect(first).toMatchObject({ total: 23, totalPages: 2, currentPage: 1 });
    expect(first.comments.map(({ _id }) => _id)).toEqual(ids.slice(0, 20));
    const second = (await read(me, post.id, { page: 2 })).read(commentsAnswer);
    expect(second.comments.map(({ _id }) => _id)).toEqual(ids.slice(20));
    const late = (await read(me, post.id, { page: 9 })).read(commentsAnswer);
    expect(late).toMatchObject({ comments: [], total: 23, currentPage: 9, nextCursor: null });
    for (const query of [{}, { page: 2 }, { page: 9 }, { limit: 50 }, { cursor: first.nextCursor ?? "" }]) {
      expect(await queriesOf(() => read(me, post.id, query))).toHaveLength(1);
    }
  });

  test("have neither gaps nor duplicates while others comment", async () => {
    const me = await createMember();
    const post = await createPost();
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) ids.unshift(await createComment({ post, author: me }));
    const pages = await readAllPages(
      async (cursor) => {
        const { comments, nextCursor } = (await read(me, post.id, { cursor, limit: 2 })).read(commentsAnswer);
        return { items: comments.map(({ _id }) => _id), nextCursor };
      },
      () => createComment({ post, author: me }),
    );
    expect(pages.flat()).toEqual(ids);
  });

  test("are empty for a post without comments, and not found for an unknown post", async () => {
    const me = await createMember();
    const post = await createPost();
    expect((await read(me, post.id)).read(commentsAnswer)).toEqual({
      comments: [],
      total: 0,
      commentsCount: 0,
      currentPage: 1,
      totalPages: 0,
      nextCursor: null,
      previousCursor: null,
      aroundId: null,
    });
    expect(await read(me, UNKNOWN_ID)).toMatchObject({ status: 404 });
    await expectBadPagesRejected((query) => read(me, post.id, query));
  });

  test("written concurrently, a hundred are counted exactly", async () => {
    const people = await createMembers(20);
    const post = await createPost();
    const replies = await inParallel(
      Array.from({ length: 100 }, (_, i) => () => write(people[i % 20] as Member, post.id, `Number ${i}`)),
    );
    const counts = replies.map((reply) => reply.read(newCommentAnswer).commentsCount).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(await db().notification.count({ where: { postId: post.id } })).toBe(20);
  });
});

describe("deleting a comment", () => {
  const remove = (me: Member, postId: string, commentId: string) =>
    api.delete(`/posts/${postId}/comments/${commentId}`, { token: me.token });

  test("is up to its author and the post's author", async () => {
    const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    const first = await createComment({ post, author: me });
    const second = await createComment({ post, author: me });
    expect(await remove(other, post.id, first)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await remove(me, post.id, first)).toMatchObject({ status: 200, body: { commentsCount: 1 } });
    expect(await remove(author, post.id, second)).toMatchObject({ status: 200, body: { commentsCount: 0 } });
    expect(await remove(author, post.id, second)).toMatchObject({ status: 404 });
  });

  test("works only under its own post", async () => {
    const me = await createMember();
    const [post, elsewhere] = [await createPost(), await createPost()];
    const comment = await createComment({ post, author: me });
    expect(await remove(me, elsewhere.id, comment)).toMatchObject({ status: 404 });
    expect(await remove(me, UNKNOWN_ID, comment)).toMatchObject({ status: 404 });
    expect(await db().comment.count({ where: { id: comment } })).toBe(1);
  });

  test("removes its quote from the notification", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    await createComment({ post, author: me, content: "First thought" });
    const hasty = await createComment({ post, author: me, content: "Hasty words" });
    await remove(me, post.id, hasty);
    expect(JSON.stringify(await notificationsOf(author.id))).not.toContain("Hasty words");
    expect(await notificationsOf(author.id)).toMatchObject([{ message: "commented: “First thought”" }]);
  });

  test("removes the notification with the last comment", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    const comment = await createComment({ post, author: me });
    await remove(me, post.id, comment);
    expect(await notificationsOf(author.id)).toEqual([]);
  });

  test("succeeds once for ten concurrent requests", async () => {
    const me = await createMember();
    const post = await createPost();
    const comment = await createComment({ post, author: me });
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(me, post.id, comment)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});
