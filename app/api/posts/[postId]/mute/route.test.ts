import { db } from "@/lib/platform/db";
import { postAnswer, postMuteAnswer } from "@/lib/posts/schema";
import { api } from "@/tests/api";
import { createComment, createMembers, createPost, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const comment = (me: Member, postId: string, body: object) =>
  api.post(`/posts/${postId}/comments`, { token: me.token, body: { content: "Hello", ...body } });
const notificationsOf = async ({ id }: Member) =>
  (await db().notification.findMany({ where: { receiverId: id }, orderBy: { createdAt: "asc" } })).map(
    ({ type, message }) => [type, message],
  );

test("a muted post notifies no more, until it is unmuted", async () => {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  const post = await createPost({ author: me });
  const mine = await createComment({ post, author: me });
  const set = async (muted: boolean) =>
    (await api.post(`/posts/${post.id}/mute`, { token: me.token, body: { muted } })).read(postMuteAnswer);
  const isMuted = async (by: Member) =>
    (await api.get(`/posts/${post.id}`, { token: by.token })).read(postAnswer).post.isMuted;
  for (let time = 0; time < 2; time++) expect(await set(true)).toEqual({ isMuted: true });
  expect([await isMuted(me), await isMuted(other)]).toEqual([true, false]);
  await api.post(`/posts/${post.id}/like`, { token: other.token });
  await api.post(`/posts/${post.id}/comments/${mine}/like`, { token: other.token });
  await comment(other, post.id, {});
  await comment(other, post.id, { replyTo: mine });
  expect(await notificationsOf(me)).toEqual([]);
  await set(false);
  await comment(other, post.id, { content: "Again" });
  expect(await notificationsOf(me)).toEqual([["comment", "commented: “Again”"]]);
  expect(
    await api.post(`/posts/${crypto.randomUUID()}/mute`, { token: me.token, body: { muted: true } }),
  ).toMatchObject({
    status: 404,
  });
});

describe("a reply", () => {
  test("notifies the author of what it answers of a reply, and the post's author of a comment, once each", async () => {
    const [me, other, author] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    const theirs = await createComment({ post, author: other });
    await comment(me, post.id, { replyTo: theirs });
    expect(await notificationsOf(other)).toEqual([["reply", "replied: “Hello”"]]);
    expect(await notificationsOf(author)).toEqual([
      ["comment", "commented: “Nice one”"],
      ["comment", "commented: “Hello”"],
    ]);
    // The post's author is notified of the answer to them as a reply alone.
    const own = await createComment({ post, author });
    const [last] = [await comment(me, post.id, { content: "To you", replyTo: own })];
    expect((await notificationsOf(author)).slice(2)).toEqual([["reply", "replied: “To you”"]]);
    // Deleted, it takes its quote along, and leaves that of the other.
    const { comment: reply } = last.body as { comment: { _id: string } };
    await api.delete(`/posts/${post.id}/comments/${reply._id}`, { token: me.token });
    expect(await notificationsOf(author)).toHaveLength(2);
    await comment(me, post.id, { content: "To myself", replyTo: reply._id }).then(({ status }) =>
      expect(status).toBe(404),
    );
  });

  test("renews the unseen notification of an earlier one, and follows a seen one", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost();
    const theirs = await createComment({ post, author: other });
    const answer = (content: string) => comment(me, post.id, { content, replyTo: theirs });
    await answer("One");
    await answer("Two");
    expect(await notificationsOf(other)).toEqual([["reply", "replied: “Two”"]]);
    await db().notification.updateMany({ where: { receiverId: other.id }, data: { seen: true } });
    await answer("Three");
    expect(await notificationsOf(other)).toEqual([
      ["reply", "replied: “Two”"],
      ["reply", "replied: “Three”"],
    ]);
  });
});

describe("who can comment", () => {
  const choose = (author: Member, postId: string, whoCanComment: string) =>
    api.put(`/posts/${postId}`, { token: author.token, body: { whoCanComment } });

  test("is everyone, people whom the author joined, or nobody else; what stands stays", async () => {
    const [me, joined, author] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author });
    await api.post(`/users/${joined.id}/follow`, { token: author.token, body: { inCircle: true } });
    // Joining the author opens nothing.
    await api.post(`/users/${author.id}/follow`, { token: me.token, body: { inCircle: true } });
    const stands = await createComment({ post, author: me });
    const statuses = async () => {
      const found = [];
      for (const by of [me, joined, author]) {
        const { status } = await comment(by, post.id, {});
        const read = await api.get(`/posts/${post.id}`, { token: by.token });
        expect(read.read(postAnswer).post.canComment).toBe(status === 201);
        found.push(status);
      }
      return found;
    };
    expect(await statuses()).toEqual([201, 201, 201]);
    await choose(author, post.id, "circle");
    expect(await statuses()).toEqual([403, 201, 201]);
    await choose(author, post.id, "nobody");
    expect(await statuses()).toEqual([403, 403, 201]);
    expect(await comment(me, post.id, { replyTo: stands })).toMatchObject({
      status: 403,
      error: "comments_closed",
    });
    const own = `/posts/${post.id}/comments/${stands}`;
    expect(await api.put(own, { token: me.token, body: { content: "Better" } })).toMatchObject({
      status: 200,
    });
    expect(await choose(author, post.id, "friends")).toMatchObject({ status: 400 });
  });

  test("a comment written before is still answered when it is sent again", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    const clientId = crypto.randomUUID();
    const sent = await comment(me, post.id, { clientId });
    await choose(author, post.id, "nobody");
    expect((await comment(me, post.id, { clientId })).body).toEqual(sent.body);
  });
});
