import { commentAnswer, commentLikeAnswer, commentsAnswer, newCommentAnswer } from "@/lib/comments/schema";
import { sweepRemoved } from "@/lib/moderation/server/sweep";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { historyAnswer, likersAnswer, postAnswer } from "@/lib/posts/schema";
import { sweepFormerTexts } from "@/lib/reports/server/former-texts";
import { setBlock } from "@/lib/safety/server/block";
import { setMute } from "@/lib/safety/server/mute";
import { setWord } from "@/lib/safety/server/words";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { expectBadPagesRejected, readAllPages } from "@/tests/pages";
import { inParallel } from "@/tests/parallel";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { UNAFFILIATED } from "@/tests/user-fixture";

/** Comments, their threads, and what is done with one. */

beforeAll(liftLimits);

describe("under a post", () => {
  beforeAll(useTestDatabase);
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
          const { comments, nextCursor } = (await read(me, post.id, { cursor, limit: 2 })).read(
            commentsAnswer,
          );
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
      expect(await remove(author, post.id, second)).toMatchObject({
        status: 200,
        body: { commentsCount: 0 },
      });
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
});

describe("in threads", () => {
  beforeAll(useTestDatabase);
  afterEach(async () => {
    expect(await findDrift()).toEqual([]);
  });

  const write = (me: Member, postId: string, body: object) =>
    api.post(`/posts/${postId}/comments`, { token: me.token, body: { content: "Hi", ...body } });
  const reply = async (me: Member, postId: string, replyTo: string, content = "A reply") =>
    (await write(me, postId, { replyTo, content })).read(newCommentAnswer).comment;
  const list = async (me: Member, postId: string, query = {}) =>
    (await api.get(`/posts/${postId}/comments`, { token: me.token, query })).read(commentsAnswer);
  const remove = (me: Member, postId: string, commentId: string) =>
    api.delete(`/posts/${postId}/comments/${commentId}`, { token: me.token });
  const countOf = async (id: string) => (await db().post.findUniqueOrThrow({ where: { id } })).commentsCount;

  /** A post with a first comment by the second of three people. */
  async function createThread() {
    const [me, other, author] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    const first = await createComment({ post, author: other });
    return { me, other, author, postId: post.id, first };
  }

  describe("a reply", () => {
    test("stands in its thread, oldest first, and counts there and under the post", async () => {
      const { me, other, postId, first } = await createThread();
      const second = await reply(me, postId, first, "One");
      // A reply to a reply joins its thread.
      const third = await reply(other, postId, second._id, "Two");
      expect([second.replyTo, third.replyTo]).toEqual([first, first]);
      const threads = await list(me, postId);
      expect(threads).toMatchObject({
        total: 1,
        commentsCount: 3,
        comments: [{ _id: first, replyTo: null, repliesCount: 2 }],
      });
      const replies = await list(me, postId, { replyTo: first });
      expect(replies.total).toBe(2);
      expect(replies.comments.map(({ content }) => content)).toEqual(["One", "Two"]);
      expect(await countOf(postId)).toBe(3);
      for (const query of [
        {},
        { replyTo: first },
        { around: third._id },
        { replyTo: first, around: third._id },
      ]) {
        const read = () => api.get(`/posts/${postId}/comments`, { token: me.token, query });
        expect(await queriesOf(read)).toHaveLength(1);
      }
    });

    test("needs a comment of the same post that is there and open to its writer", async () => {
      const { me, other, postId, first } = await createThread();
      const elsewhere = await createPost();
      expect(await write(me, elsewhere.id, { replyTo: first })).toMatchObject({ status: 404 });
      expect(await write(me, postId, { replyTo: crypto.randomUUID() })).toMatchObject({ status: 404 });
      const second = await reply(other, postId, first);
      await setBlock(other.viewer, me.id, true);
      for (const replyTo of [first, second._id]) {
        expect(await write(me, postId, { replyTo })).toMatchObject({ status: 404 });
      }
    });

    test("sent twenty times with one client id is one, also after its first comment was deleted", async () => {
      const { me, other, author, postId, first } = await createThread();
      const body = { replyTo: first, clientId: crypto.randomUUID() };
      const replies = await inParallel(Array.from({ length: 20 }, () => () => write(me, postId, body)));
      const ids = replies.map((answer) => answer.read(newCommentAnswer).comment._id);
      expect(new Set(ids).size).toBe(1);
      expect(await countOf(postId)).toBe(2);
      await remove(other, postId, first);
      expect((await write(me, postId, body)).read(newCommentAnswer).comment._id).toBe(ids[0]);
      expect(await db().notification.count({ where: { receiverId: author.id, senderId: me.id } })).toBe(1);
    });

    test("pages without gaps while others reply", async () => {
      const { me, postId, first } = await createThread();
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.push((await reply(me, postId, first))._id);
      const pages = await readAllPages(
        async (cursor) => {
          const { comments, nextCursor } = await list(me, postId, { replyTo: first, limit: 2, cursor });
          return { items: comments.map(({ _id }) => _id), nextCursor };
        },
        () => reply(me, postId, first).then(({ _id }) => ids.push(_id)),
      );
      expect(pages.flat().slice(0, 5)).toEqual(ids.slice(0, 5));
      expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    });
  });

  test("around finds the page that has a comment, its thread, or a reply", async () => {
    const { me, postId, first } = await createThread();
    const inThread = [];
    for (let i = 0; i < 5; i++) inThread.push(await reply(me, postId, first));
    for (let i = 0; i < 5; i++) await write(me, postId, {});
    const wanted = inThread[4]?._id ?? "";
    const threads = await list(me, postId, { around: wanted, limit: 2 });
    expect(threads).toMatchObject({ currentPage: 3, total: 6 });
    expect(threads.aroundId).toBe(first);
    expect(threads.comments.map(({ _id }) => _id)).toContain(first);
    const replies = await list(me, postId, { replyTo: first, around: wanted, limit: 2 });
    expect(replies).toMatchObject({ currentPage: 3, nextCursor: null, comments: [{ _id: wanted }] });
    const lost = { around: crypto.randomUUID() };
    expect(await api.get(`/posts/${postId}/comments`, { token: me.token, query: lost })).toMatchObject({
      status: 404,
    });
  });

  test.each(["threads", "replies"])(
    "from the page around a comment %s go on to both their ends",
    async (of) => {
      const { me, postId, first } = await createThread();
      const query = of === "replies" ? { replyTo: first } : {};
      for (let i = 0; i < 5; i++) await write(me, postId, query);
      const whole = await list(me, postId, query);
      const inOrder = whole.comments.map(({ _id }) => _id);
      expect(whole.previousCursor).toBeNull();
      const ids: string[] = [];
      let page = await list(me, postId, { ...query, around: inOrder[4], limit: 2 });
      expect(page.comments.map(({ _id }) => _id)).toEqual(inOrder.slice(4, 6));
      for (;;) {
        ids.unshift(...page.comments.map(({ _id }) => _id));
        if (!page.previousCursor) break;
        page = await list(me, postId, { ...query, before: page.previousCursor, limit: 2 });
        // Each page links to the following one.
        const { comments } = await list(me, postId, { ...query, cursor: page.nextCursor, limit: 50 });
        expect(comments.map(({ _id }) => _id)).toEqual(ids);
      }
      expect(ids).toEqual(inOrder);
    },
  );

  describe("a first comment that is deleted", () => {
    test("stays empty while replies stand, and goes with the last of them", async () => {
      const { me, other, postId, first } = await createThread();
      const [second, third] = [await reply(me, postId, first), await reply(other, postId, first)];
      await api.post(`/posts/${postId}/comments/${first}/like`, { token: me.token });
      expect(await remove(other, postId, first)).toMatchObject({ status: 200, body: { commentsCount: 2 } });
      const [shown] = (await list(me, postId)).comments;
      expect(shown).toEqual({
        _id: first,
        userId: null,
        content: "",
        mentions: [],
        replyTo: null,
        repliesCount: 2,
        likesCount: 0,
        isLiked: false,
        createdAt: expect.any(String),
        editedAt: null,
        isDeleted: true,
      });
      expect(await db().comment.findUnique({ where: { id: first } })).toMatchObject({ authorId: null });
      expect(await write(me, postId, { replyTo: first })).toMatchObject({ status: 404 });
      // The thread goes on.
      expect(await write(me, postId, { replyTo: third._id })).toMatchObject({ status: 201 });
      expect(await remove(other, postId, first)).toMatchObject({ status: 404 });
      for (const { _id } of (await list(me, postId, { replyTo: first })).comments) {
        const writer = _id === third._id ? other : me;
        expect(await remove(writer, postId, _id)).toMatchObject({ status: 200 });
      }
      expect(await list(me, postId)).toMatchObject({ comments: [], total: 0 });
      expect(await db().comment.count({ where: { postId } })).toBe(0);
      expect(second.replyTo).toBe(first);
    });

    test("never leaves a reply behind when both happen at once", async () => {
      const { me, other, postId, first } = await createThread();
      const acts = [
        () => remove(other, postId, first),
        ...Array.from({ length: 10 }, () => () => write(me, postId, { replyTo: first })),
        ...Array.from(
          { length: 5 },
          () => () => api.post(`/posts/${postId}/comments/${first}/like`, { token: me.token }),
        ),
      ];
      const answers = await inParallel(acts);
      expect(answers.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
      const replies = await db().comment.count({ where: { threadId: first } });
      expect(await db().comment.count({ where: { id: first } })).toBe(replies > 0 ? 1 : 0);
    });

    test("leaves the replies of others when its author leaves, or moderators removed it long ago", async () => {
      const { me, other, postId, first } = await createThread();
      await reply(me, postId, first, "It stays");
      const removed = await createComment({ post: { id: postId }, author: other });
      await reply(me, postId, removed, "It stays, too");
      const decisionId = crypto.randomUUID();
      await db().comment.update({
        where: { id: removed },
        data: { withheldAt: ago(40, "days"), decisionId },
      });
      await db().post.update({ where: { id: postId }, data: { commentsCount: { decrement: 1 } } });
      // Withheld, it is empty for everyone but its author.
      const threadOf = async (viewer: Member) =>
        (await list(viewer, postId)).comments.find(({ _id }) => _id === removed);
      expect(await threadOf(me)).toMatchObject({ isDeleted: true, content: "", userId: null });
      expect(await threadOf(me)).not.toHaveProperty("withheld");
      expect(await threadOf(other)).toMatchObject({ content: "Nice one", withheld: { decisionId } });
      await sweepRemoved();
      expect(await threadOf(other)).toMatchObject({ isDeleted: true });
      expect(await api.delete(`/auth/users/${other.id}`, { token: other.token })).toMatchObject({
        status: 200,
      });
      const { comments } = await list(me, postId);
      expect(comments.map(({ isDeleted, repliesCount }) => [isDeleted, repliesCount])).toEqual([
        [true, 1],
        [true, 1],
      ]);
      expect((await list(me, postId, { replyTo: first })).comments).toMatchObject([{ content: "It stays" }]);
    });
  });

  describe("a thread of someone who is hidden from the viewer", () => {
    test.each<[string, (me: Member, other: Member) => Promise<unknown>]>([
      ["blocked", (me, other) => setBlock(me.viewer, other.id, true)],
      ["blocking", (me, other) => setBlock(other.viewer, me.id, true)],
      ["muted", (me, other) => setMute(me.viewer, other.id, { muted: true })],
      ["saying a muted word", (me) => setWord(me.viewer, "nice", true)],
    ])("is hidden with its replies: %s", async (_, hide) => {
      const { me, other, author, postId, first } = await createThread();
      const answer = await reply(author, postId, first, "From a third");
      await hide(me, other);
      expect((await list(me, postId)).comments).toEqual([]);
      const read = (query: Record<string, string>) =>
        api.get(`/posts/${postId}/comments`, { token: me.token, query });
      expect(await read({ replyTo: first })).toMatchObject({ status: 404 });
      expect(await read({ around: answer._id })).toMatchObject({ status: 404 });
      expect((await list(author, postId)).comments).toHaveLength(1);
    });

    test("a hidden person's reply is left out of a thread that is shown", async () => {
      const { me, other, author, postId, first } = await createThread();
      await reply(author, postId, first, "Shown");
      const hidden = await reply(other, postId, first, "Hidden");
      await setBlock(me.viewer, other.id, true);
      const open = await createComment({ post: { id: postId }, author });
      await reply(other, postId, open, "Hidden");
      expect((await list(me, postId, { replyTo: open })).comments).toEqual([]);
      const like = `/posts/${postId}/comments/${hidden._id}`;
      for (const path of [`${like}/likes`, `${like}/history`]) {
        expect(await api.get(path, { token: me.token })).toMatchObject({ status: 404 });
      }
      expect(await api.post(`${like}/like`, { token: me.token })).toMatchObject({ status: 404 });
    });
  });
});

describe("a single one", () => {
  beforeAll(useTestDatabase);
  afterEach(async () => {
    expect(await findDrift()).toEqual([]);
  });

  async function createCommented() {
    const [me, other, author] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    const id = await createComment({ post, author: me, content: "Frist" });
    return { me, other, author, postId: post.id, id, path: `/posts/${post.id}/comments/${id}` };
  }

  describe("a like of a comment", () => {
    test("is counted once, however often it is set, and notifies its author", async () => {
      const { me, other, path, id } = await createCommented();
      const like = (by: Member, liked?: boolean) =>
        api.post(`${path}/like`, { token: by.token, ...(liked === undefined ? {} : { body: { liked } }) });
      const answers = await inParallel(Array.from({ length: 10 }, () => () => like(other, true)));
      for (const answer of answers) {
        expect(answer.read(commentLikeAnswer)).toEqual({ isLiked: true, likesCount: 1 });
      }
      const notified = () =>
        db().notification.findMany({ where: { receiverId: me.id, type: "comment_like" } });
      expect(await notified()).toMatchObject([
        { senderId: other.id, commentId: id, message: "liked your comment" },
      ]);
      const likers = async () =>
        (await api.get(`${path}/likes`, { token: me.token })).read(likersAnswer).users.map(({ _id }) => _id);
      expect(await likers()).toEqual([other.id]);
      expect(await queriesOf(() => api.get(`${path}/likes`, { token: me.token }))).toHaveLength(1);
      // Without a state it toggles, and takes the unseen notification back.
      expect((await like(other)).read(commentLikeAnswer)).toEqual({ isLiked: false, likesCount: 0 });
      expect([await notified(), await likers()]).toEqual([[], []]);
    });

    test("is one notification for each comment, and never pushed", async () => {
      const { me, other, postId, path } = await createCommented();
      const second = await createComment({ post: { id: postId }, author: me });
      await db().pushSubscription.create({
        data: {
          id: crypto.randomUUID(),
          userId: me.id,
          sessionId: me.viewer.sessionId,
          endpoint: `https://push.example/${me.id}`,
          p256dh: Buffer.from("key"),
          auth: Buffer.from("secret"),
        },
      });
      await api.post(`${path}/like`, { token: other.token });
      await api.post(`/posts/${postId}/comments/${second}/like`, { token: other.token });
      expect(await db().notification.count({ where: { receiverId: me.id, type: "comment_like" } })).toBe(2);
      expect(await db().pushMessage.count()).toBe(0);
      // A reply is.
      const body = { content: "Well", replyTo: second };
      await api.post(`/posts/${postId}/comments`, { token: other.token, body });
      expect(await db().pushMessage.count()).toBe(1);
    });
  });

  describe("an edit", () => {
    const edit = (by: Member, path: string, content: string) =>
      api.put(path, { token: by.token, body: { content } });

    test("shows when it was, what was said before, and what notifications quote", async () => {
      const { me, other, author, path, id } = await createCommented();
      const { comment } = (await edit(me, path, "First")).read(commentAnswer);
      expect(comment).toMatchObject({ _id: id, content: "First", editedAt: expect.any(String) });
      await edit(me, path, "First!");
      // The same words again are no edit.
      expect((await edit(me, path, "First!")).status).toBe(200);
      const history = () => api.get(`${path}/history`, { token: other.token });
      expect((await history()).read(historyAnswer).versions.map(({ text }) => text)).toEqual([
        "Frist",
        "First",
      ]);
      expect(await queriesOf(history)).toHaveLength(1);
      expect(await db().notification.findMany({ where: { receiverId: author.id } })).toMatchObject([
        { message: "commented: “First!”" },
      ]);
    });

    test("by two devices at once stores what both said", async () => {
      const { me, path, id } = await createCommented();
      await inParallel(["Left", "Right"].map((content) => () => edit(me, path, content)));
      const { versions } = (await api.get(`${path}/history`, { token: me.token })).read(historyAnswer);
      const now = await db().comment.findUniqueOrThrow({ where: { id } });
      expect([...versions.map(({ text }) => text), now.content].sort()).toEqual(["Frist", "Left", "Right"]);
    });

    test("is its author's alone, and of nothing withheld", async () => {
      const { me, other, author, path, id } = await createCommented();
      for (const by of [other, author]) {
        expect(await edit(by, path, "Not mine")).toMatchObject({ status: 403, error: "forbidden" });
      }
      expect(await edit(me, path, " \n ")).toMatchObject({ status: 400, error: "validation" });
      await db().comment.update({ where: { id }, data: { withheldAt: new Date() } });
      for (const by of [me, other]) expect(await edit(by, path, "Again")).toMatchObject({ status: 404 });
      await db().comment.update({ where: { id }, data: { withheldAt: null } });
    });

    test("is history as long as the comment stands, and for a report for some time after", async () => {
      const { me, path, id } = await createCommented();
      await edit(me, path, "First");
      const longAgo = { shownUntil: new Date(Date.now() - 90 * 86_400_000) };
      const former = { where: { subjectId: id } };
      await db().formerText.updateMany({ ...former, data: longAgo });
      await sweepFormerTexts();
      expect(await db().formerText.count(former)).toBe(1);
      await api.delete(path, { token: me.token });
      expect(await api.get(`${path}/history`, { token: me.token })).toMatchObject({ status: 404 });
      await sweepFormerTexts();
      // What it said last is a day old at most.
      expect(await db().formerText.findMany(former)).toMatchObject([{ text: "First", isHistory: false }]);
    });
  });

  test("a caption shows when it was edited and what it said before", async () => {
    const { me, author, postId } = await createCommented();
    const change = (body: object) => api.put(`/posts/${postId}`, { token: author.token, body });
    expect((await change({ whoCanComment: "circle" })).read(postAnswer).post.editedAt).toBeNull();
    const { post } = (await change({ caption: "Another" })).read(postAnswer);
    expect(post).toMatchObject({ caption: "Another", whoCanComment: "circle", editedAt: expect.any(String) });
    const history = await api.get(`/posts/${postId}/history`, { token: me.token });
    expect(history.read(historyAnswer).versions).toEqual([
      { _id: expect.any(String), text: "A post", at: expect.any(String) },
    ]);
    expect(await change({})).toMatchObject({ status: 400, error: "validation" });
  });

  describe("what an edit replaced", () => {
    test.each(["caption", "comment"])(
      "is taken out of the history of a %s by its author alone, for all",
      async (kind) => {
        const { me, other, author, path, id, postId } = await createCommented();
        const [writer, subject, address, subjectId] =
          kind === "caption" ? [author, "post", `/posts/${postId}`, postId] : [me, "comment", path, id];
        const edit = (text: string) =>
          api.put(address, {
            token: writer.token,
            body: kind === "caption" ? { caption: text } : { content: text },
          });
        await edit("Call 98100 00000");
        await edit("Call me");
        const versions = async () =>
          (await api.get(`${address}/history`, { token: other.token })).read(historyAnswer).versions;
        const [first, number] = await versions();
        expect(number).toMatchObject({ text: "Call 98100 00000" });
        const longAgo = new Date(Date.now() - 90 * 86_400_000);
        await db().formerText.updateMany({ where: { id: number?._id ?? "" }, data: { shownUntil: longAgo } });
        const version = `${address}/history/${number?._id}`;
        for (const by of [other, kind === "caption" ? me : author])
          expect(await api.delete(version, { token: by.token })).toMatchObject({
            status: 403,
            error: "forbidden",
          });
        expect(await api.delete(version, { token: writer.token })).toMatchObject({ status: 204 });
        expect(await versions()).toEqual([first]);
        expect(await api.delete(version, { token: writer.token })).toMatchObject({ status: 404 });
        // It stays for a report from now on, however old the edit is.
        await sweepFormerTexts();
        const report = { subject, subjectId, reason: "harassment", text: "My number" };
        expect(await api.post("/reports", { token: other.token, body: report })).toMatchObject({
          status: 201,
        });
        const { snapshot } = await db().moderationCase.findFirstOrThrow({ where: { subjectId } });
        expect(JSON.stringify(snapshot)).toContain("98100 00000");
      },
    );

    test("of another text is not in this one's history", async () => {
      const [one, two] = [await createCommented(), await createCommented()];
      await api.put(one.path, { token: one.me.token, body: { content: "Edited" } });
      const [version] = (await api.get(`${one.path}/history`, { token: one.me.token })).read(
        historyAnswer,
      ).versions;
      for (const path of [two.path, `/posts/${one.postId}`]) {
        const token = path === two.path ? two.me.token : one.author.token;
        expect(await api.delete(`${path}/history/${version?._id}`, { token })).toMatchObject({ status: 404 });
      }
    });
  });
});
