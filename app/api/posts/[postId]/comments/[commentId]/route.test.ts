import { commentAnswer, commentLikeAnswer } from "@/lib/comments/schema";
import { db } from "@/lib/platform/db";
import { historyAnswer, likersAnswer, postAnswer } from "@/lib/posts/schema";
import { sweepFormerTexts } from "@/lib/reports/server/former-texts";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createComment, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { inParallel } from "@/tests/parallel";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
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
    const notified = () => db().notification.findMany({ where: { receiverId: me.id, type: "comment_like" } });
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

  test("by two devices at once keeps what both said", async () => {
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
      // It is kept for a report from now on, however old the edit is.
      await sweepFormerTexts();
      const report = { subject, subjectId, reason: "harassment", text: "My number" };
      expect(await api.post("/reports", { token: other.token, body: report })).toMatchObject({ status: 201 });
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
