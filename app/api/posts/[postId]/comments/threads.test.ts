import { commentsAnswer, newCommentAnswer } from "@/lib/comments/schema";
import { sweepRemoved } from "@/lib/moderation/server/sweep";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { setBlock } from "@/lib/safety/server/block";
import { setMute } from "@/lib/safety/server/mute";
import { setWord } from "@/lib/safety/server/words";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { readAllPages } from "@/tests/pages";
import { inParallel } from "@/tests/parallel";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
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
      // Each page leads on to the one after it.
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

  test("keeps the replies of others when its author leaves, or moderators removed it long ago", async () => {
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
