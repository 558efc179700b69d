import { commentAnswer, newCommentAnswer } from "@/lib/comments/schema";
import { releaseComment, withholdComment } from "@/lib/comments/server/withhold";
import { messagesAnswer } from "@/lib/messages/schema";
import { sweepDeleted, sweepOldNotifications } from "@/lib/notifications/server/inbox";
import { db, transaction } from "@/lib/platform/db";
import { onSignal } from "@/lib/platform/signals";
import { postAnswer } from "@/lib/posts/schema";
import { releasePost, withholdPost } from "@/lib/posts/server/withhold";
import { meAnswer, userAnswer } from "@/lib/profiles/schema";
import { api } from "@/tests/api";
import {
  createComment,
  createConversation,
  createMember,
  createMembers,
  createPost,
  type Member,
} from "@/tests/factories";
import { liftLimits, setLimit } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

/** `@username` in captions, comments, messages and bios. */

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const at = ({ user }: Member) => `@${user.username}`;
const link = ({ id, user }: Member) => ({ _id: id, username: user.username ?? "" });
const comment = async (by: Member, postId: string, content: string, replyTo?: string) => {
  const body = { content, ...(replyTo && { replyTo }) };
  const answer = await api.post(`/posts/${postId}/comments`, { token: by.token, body });
  return answer.read(newCommentAnswer).comment;
};
const editComment = async (by: Member, postId: string, id: string, content: string) =>
  (await api.put(`/posts/${postId}/comments/${id}`, { token: by.token, body: { content } })).read(
    commentAnswer,
  ).comment;
const editCaption = async (by: Member, postId: string, caption: string) =>
  (await api.put(`/posts/${postId}`, { token: by.token, body: { caption } })).read(postAnswer).post;
const readPost = async (by: Member, postId: string) =>
  (await api.get(`/posts/${postId}`, { token: by.token })).read(postAnswer).post;
/** What someone reads of mentions in their notifications. */
const notificationsOf = async (member: Member) => {
  const { body } = await api.get("/notifications", { token: member.token });
  const { notifications } = body as { notifications: { type: string; message: string }[] };
  return notifications.flatMap(({ type, message }) => (type === "mention" ? [message] : []));
};
const prefer = (member: Member, whoCanMention: string) =>
  api.put("/conversations/preferences", { token: member.token, body: { whoCanMention } });
const three = async () => (await createMembers(3)) as [Member, Member, Member];

describe("a mention links and notifies", () => {
  test("in a caption, in whatever case, but for addresses of mail and unknown names", async () => {
    const [me, other, third] = await three();
    const caption = `Thanks ${at(other).toUpperCase()}. Ask x${at(third)} or @nobody.at.all, ${at(me)}`;
    const post = await createPost({ author: me, caption });
    const { mentions } = await readPost(third, post.id);
    expect(mentions).toEqual(expect.arrayContaining([link(other), link(me)]));
    expect(mentions).toHaveLength(2);
    expect(await notificationsOf(other)).toEqual([`mentioned you: “${caption}”`]);
    expect([await notificationsOf(third), await notificationsOf(me)]).toEqual([[], []]);
    expect(await queriesOf(() => readPost(third, post.id))).toHaveLength(1);
    expect(await db().notification.findFirst({ where: { receiverId: other.id } })).toMatchObject({
      type: "mention",
      postId: post.id,
      commentId: null,
    });
  });

  test.each([
    ["after a full stop", (one: Member) => `Look.${at(one)} please`, 1],
    ["before a sentence without a space", (one: Member) => `${at(one)}.Thanks a lot`, 1],
    ["on both sides of a slash", (one: Member, other: Member) => `${at(one)}/${at(other)} are in charge`, 2],
    ["but for a web address", (one: Member) => `example.org/${at(one)}`, 0],
    ["but for a text of dots", () => `@${"a.".repeat(450)}a`, 0],
  ])("%s", async (_, textOf, count) => {
    const [me, one, other] = await three();
    const post = await createPost({ author: me });
    const { mentions, _id } = await comment(me, post.id, textOf(one, other));
    const named = [link(one), link(other)].slice(0, count);
    expect(mentions).toHaveLength(count);
    expect(mentions).toEqual(expect.arrayContaining(named));
    expect((await editComment(me, post.id, _id, `${textOf(one, other)} again`)).mentions).toHaveLength(count);
  });

  test("in a comment, except whom it notifies as a comment or reply", async () => {
    const [me, other, author] = await three();
    const third = await createMember();
    const post = await createPost({ author });
    const theirs = await createComment({ post, author: other });
    const all = `${at(other)} ${at(author)} ${at(third)}`;
    const { mentions, _id } = await comment(me, post.id, all, theirs);
    expect(mentions).toHaveLength(3);
    expect([await notificationsOf(other), await notificationsOf(author)]).toEqual([[], []]);
    expect(await notificationsOf(third)).toEqual([`mentioned you: “${all}”`]);
    expect(await db().notification.findFirst({ where: { receiverId: third.id } })).toMatchObject({
      postId: post.id,
      commentId: _id,
    });
  });

  test("in a message and a bio it links alone", async () => {
    const [me, other, third] = await three();
    const conversationId = await createConversation(me, other);
    const path = `/conversations/${conversationId}/messages`;
    await api.post(path, {
      token: me.token,
      body: { text: `Ask ${at(third)}`, clientId: crypto.randomUUID() },
    });
    const read = async () =>
      (await api.get(path, { token: other.token })).read(messagesAnswer).messages.map((m) => m.mentions);
    expect(await read()).toEqual([[link(third)]]);
    const save = async (body: { bio?: string; isListed?: boolean }) =>
      (await api.put(`/users/${me.id}`, { token: me.token, body })).read(meAnswer).user.mentions;
    expect(await save({ bio: `With ${at(third)}` })).toEqual([link(third)]);
    expect(await save({ isListed: false })).toEqual([link(third)]);
    const bio = async (by: Member) =>
      (await api.get(`/users/${me.id}`, { token: by.token })).read(userAnswer).user.mentions;
    expect([await bio(other), await bio(me)]).toEqual([[link(third)], [link(third)]]);
    expect(await notificationsOf(third)).toEqual([]);
    expect(await save({ bio: "Alone" })).toEqual([]);
    expect(await bio(other)).toEqual([]);
    const { id } = await db().message.findFirstOrThrow({ where: { conversationId } });
    await api.delete(`${path}/${id}`, { token: me.token });
    expect([await read(), await db().mention.count({ where: { messageId: id } })]).toEqual([[[]], 0]);
  });
});

test("a link follows who takes another username, also through an edit", async () => {
  const [me, other] = await three();
  const before = link(other);
  const post = await createPost({ author: me, caption: `Hello ${at(other)}` });
  await api.put(`/users/${other.id}`, { token: other.token, body: { username: "renamed.person" } });
  expect((await readPost(me, post.id)).mentions).toEqual([before]);
  expect((await editCaption(me, post.id, `Hello again ${at(other)}`)).mentions).toEqual([before]);
  expect(await notificationsOf(other)).toEqual([`mentioned you: “Hello again ${at(other)}”`]);
});

test("who is blocked or gone is no link, and is not notified", async () => {
  const [me, other, third] = await three();
  const post = await createPost({ author: me, caption: `${at(other)} ${at(third)}` });
  await api.post(`/users/${other.id}/block`, { token: third.token, body: { blocked: true } });
  expect((await readPost(third, post.id)).mentions).toEqual([link(third)]);
  expect((await readPost(other, post.id)).mentions).toEqual([link(other)]);
  await db().user.update({ where: { id: other.id }, data: { isActive: false } });
  expect((await readPost(me, post.id)).mentions).toEqual([link(third)]);
  // Written after a block nothing is stored.
  const [a, b, author] = await three();
  await api.post(`/users/${a.id}/block`, { token: b.token, body: { blocked: true } });
  const theirs = await createPost({ author });
  expect((await comment(a, theirs.id, at(b))).mentions).toEqual([]);
  expect(await notificationsOf(b)).toEqual([]);
  // Who has blocked the post's author can't open it.
  await api.post(`/users/${author.id}/block`, { token: other.token, body: { blocked: true } });
  await db().user.update({ where: { id: other.id }, data: { isActive: true } });
  await comment(me, theirs.id, at(other));
  expect(await db().notification.count({ where: { receiverId: other.id, postId: theirs.id } })).toBe(0);
});

describe("an edit", () => {
  test("notifies whom it adds, once, and takes back the notifications of the others", async () => {
    const [me, other, third] = await three();
    const post = await createPost();
    const { _id } = await comment(me, post.id, `Hello ${at(other)}`);
    const both = await editComment(me, post.id, _id, `Hello ${at(other)} and ${at(third)}`);
    expect(both.mentions).toHaveLength(2);
    const quoted = [`mentioned you: “Hello ${at(other)} and ${at(third)}”`];
    expect([await notificationsOf(other), await notificationsOf(third)]).toEqual([quoted, quoted]);
    await api.put("/notifications/mark-all-seen", { token: other.token });
    await editComment(me, post.id, _id, `Hello ${at(other)} ${at(other)} and ${at(third)}!`);
    expect(await db().notification.count({ where: { receiverId: other.id, seen: false } })).toBe(0);
    await editComment(me, post.id, _id, `Hello ${at(other)}`);
    expect([(await notificationsOf(other)).length, await notificationsOf(third)]).toEqual([1, []]);
    // Added again, no one is notified a second time.
    await editComment(me, post.id, _id, `Hello ${at(other)} and ${at(third)} again`);
    expect([(await notificationsOf(other)).length, await notificationsOf(third)]).toEqual([1, []]);
    await api.delete(`/posts/${post.id}/comments/${_id}`, { token: me.token });
    expect([await notificationsOf(other), await db().mention.count({ where: { commentId: _id } })]).toEqual([
      [],
      0,
    ]);
  });

  test("notifies no one a second time, however late, nor who deleted the first", async () => {
    const [me, other, third] = await three();
    const people = await createMembers(9);
    const all = [other, ...people].map(at).join(" ");
    const post = await createPost({ author: me, caption: all });
    const [theirs] = await db().notification.findMany({ where: { receiverId: other.id, postId: post.id } });
    await api.delete(`/notifications/${theirs?.id}`, { token: other.token });
    await editCaption(me, post.id, "No one");
    // Seen ones go after 90 days, and are forgotten no more than deleted ones.
    await db().sql`
      UPDATE notifications SET deleted_at = deleted_at - interval '11 minutes',
        created_at = created_at - interval '91 days', seen = true
      WHERE post_id = ${post.id}::uuid`;
    await sweepDeleted();
    await sweepOldNotifications();
    await editCaption(me, post.id, `${all} ${at(third)}`);
    for (const person of [other, ...people, third]) expect(await notificationsOf(person)).toEqual([]);
    const restored = await api.put(`/notifications/${theirs?.id}/restore`, { token: other.token });
    expect(restored).toMatchObject({ status: 404 });
    // They do not outlive their text.
    await db().post.delete({ where: { id: post.id } });
    expect(await db().notification.count({ where: { senderId: me.id } })).toBe(0);
  });

  test("leaves who has seen it unnotified when the notification is old", async () => {
    const [me, other] = await three();
    const post = await createPost({ author: me, caption: at(other) });
    await db().sql`
      UPDATE notifications SET created_at = created_at - interval '91 days', seen = true
      WHERE post_id = ${post.id}::uuid`;
    await sweepOldNotifications({ batch: 1 });
    expect(await notificationsOf(other)).toEqual([]);
    await editCaption(me, post.id, "No one");
    await editCaption(me, post.id, at(other));
    expect(await notificationsOf(other)).toEqual([]);
  });

  test("of a caption does the same", async () => {
    const [me, other, third] = await three();
    const post = await createPost({ author: me, caption: at(other) });
    expect((await editCaption(me, post.id, at(third))).mentions).toEqual([link(third)]);
    expect([await notificationsOf(other), await notificationsOf(third)]).toEqual([
      [],
      [`mentioned you: “${at(third)}”`],
    ]);
    await api.delete(`/posts/${post.id}`, { token: me.token });
    expect(await notificationsOf(third)).toEqual([]);
  });
});

test("ten are notified of a text, also over its edits, and thirty link", async () => {
  const [me] = await three();
  const people = await createMembers(32);
  const caption = people.map(at).join(" ");
  const post = await createPost({ author: me, caption });
  expect((await readPost(me, post.id)).mentions).toHaveLength(30);
  const notified = () =>
    db().notification.findMany({ where: { postId: post.id, type: "mention" }, select: { receiverId: true } });
  const first = people.slice(0, 10).map(({ id }) => ({ receiverId: id }));
  expect(await notified()).toEqual(expect.arrayContaining(first));
  await editCaption(me, post.id, `${at(await createMember())} ${people.slice(0, 20).map(at).join(" ")}`);
  expect(await notified()).toHaveLength(10);
});

test("a day's strangers are notified, and those after them link alone; a new account reaches fewer", async () => {
  const [me, joiner] = await three();
  await api.post(`/users/${me.id}/follow`, { token: joiner.token });
  const [post, strangers] = [await createPost(), await createMembers(6)];
  const notified = () => db().notification.count({ where: { senderId: me.id, type: "mention" } });
  setLimit("mention", 4, 86_400);
  setLimit("new_mention", 2, 86_400);
  try {
    const first = await comment(me, post.id, strangers.slice(0, 3).map(at).join(" "));
    expect([first.mentions.length, await notified()]).toEqual([3, 3]);
    // Deleting it gives nothing back.
    await api.delete(`/posts/${post.id}/comments/${first._id}`, { token: me.token });
    const second = await comment(me, post.id, [joiner, ...strangers.slice(3)].map(at).join(" "));
    expect([second.mentions.length, await notified()]).toEqual([4, 2]);
    expect(await notificationsOf(joiner)).toHaveLength(1);
    const newcomer = await createMember({ verifiedAt: new Date() });
    const rejections: unknown[] = [];
    onSignal("rejection", (signal) => rejections.push(signal));
    await comment(newcomer, post.id, strangers.map(at).join(" "));
    expect(await db().notification.count({ where: { senderId: newcomer.id, type: "mention" } })).toBe(2);
    // Strangers who are not notified cost nothing, of either limit.
    const used = await db().rateLimit.findMany({ where: { key: { contains: newcomer.id } } });
    const ofMentions = used.filter(({ key }) => /^(new_)?mention:/.test(key));
    expect(ofMentions.map(({ count }) => count)).toEqual([2, 2]);
    expect(rejections).toEqual([{ limit: "mention" }, { limit: "new_mention" }]);
  } finally {
    liftLimits();
  }
});

describe("who can mention", () => {
  test("is everyone, people one has joined, or nobody", async () => {
    const [me, other] = await three();
    const post = await createPost();
    const isLinked = async () => (await comment(me, post.id, at(other))).mentions.length === 1;
    expect(await isLinked()).toBe(true);
    expect((await prefer(other, "circle")).body).toMatchObject({ preferences: { whoCanMention: "circle" } });
    expect(await isLinked()).toBe(false);
    // Joining someone takes no consent of theirs.
    await api.post(`/users/${other.id}/follow`, { token: me.token });
    expect(await isLinked()).toBe(false);
    await api.post(`/users/${me.id}/follow`, { token: other.token });
    expect(await isLinked()).toBe(true);
    await prefer(other, "nobody");
    expect(await isLinked()).toBe(false);
    expect(await notificationsOf(other)).toHaveLength(2);
    // Oneself always.
    expect((await comment(other, post.id, at(other))).mentions).toHaveLength(1);
    expect((await prefer(other, "friends")).status).toBe(400);
  });

  test.each([false, null])(
    "a name links whatever age is said (%s), and people joined alone notify",
    async (isAdult) => {
      const [me, friend] = await three();
      const minor = await createMember({ isAdult });
      await api.post(`/users/${friend.id}/follow`, { token: minor.token });
      const post = await createPost({ author: me, caption: `Hello ${at(minor)}` });
      expect((await readPost(friend, post.id)).mentions).toEqual([link(minor)]);
      expect((await comment(me, post.id, at(minor))).mentions).toEqual([link(minor)]);
      expect(await notificationsOf(minor)).toEqual([]);
      await comment(friend, post.id, at(minor));
      expect(await notificationsOf(minor)).toEqual([`mentioned you: “${at(minor)}”`]);
      expect((await prefer(minor, "everyone")).status).toBe(403);
      expect((await api.get("/conversations/preferences", { token: minor.token })).body).toMatchObject({
        preferences: { whoCanMention: "circle" },
      });
      await prefer(minor, "nobody");
      expect((await comment(me, post.id, at(minor))).mentions).toEqual([]);
    },
  );
});

test("who has muted the writer, the post, the words or the kind is not notified", async () => {
  const [me, other] = await three();
  const post = await createPost();
  await api.post(`/users/${me.id}/mute`, { token: other.token, body: { muted: true } });
  await comment(me, post.id, `One ${at(other)}`);
  await api.post(`/users/${me.id}/mute`, { token: other.token, body: { muted: false } });
  await api.post(`/posts/${post.id}/mute`, { token: other.token, body: { muted: true } });
  await comment(me, post.id, `Two ${at(other)}`);
  await api.post(`/posts/${post.id}/mute`, { token: other.token, body: { muted: false } });
  expect(await notificationsOf(other)).toEqual([]);
  await comment(me, post.id, `Exams ${at(other)}`);
  expect(await notificationsOf(other)).toHaveLength(1);
  await api.post("/safety/words", { token: other.token, body: { word: "exams", muted: true } });
  expect(await notificationsOf(other)).toEqual([]);
  await comment(me, post.id, `Three ${at(other)}`);
  expect(await notificationsOf(other)).toHaveLength(1);
  await api.put("/notifications/preferences", { token: other.token, body: { mention: false } });
  expect(await notificationsOf(other)).toEqual([]);
});

test("what moderators withhold notifies no one, until they show it again", async () => {
  const [me, other] = await three();
  const post = await createPost({ author: me, caption: at(other) });
  await transaction((tx) => withholdPost(tx, post.id, null));
  expect(await notificationsOf(other)).toEqual([]);
  await transaction((tx) => releasePost(tx, post.id, null));
  expect(await notificationsOf(other)).toHaveLength(1);
});

test("a comment that is shown again links and notifies as before, but not whom its edit no longer names", async () => {
  const [me, other, third] = await three();
  const author = await createMember();
  const post = await createPost({ author });
  const { _id } = await comment(me, post.id, `${at(author)} ${at(other)} ${at(third)}`);
  await editComment(me, post.id, _id, `${at(author)} ${at(other)}`);
  await transaction((tx) => withholdComment(tx, _id, null));
  expect([await notificationsOf(other), await notificationsOf(third)]).toEqual([[], []]);
  await transaction((tx) => releaseComment(tx, _id, null));
  const words = `${at(author)} ${at(other)}`;
  expect(await notificationsOf(other)).toEqual([`mentioned you: “${words}”`]);
  // The post's author is notified of the comment itself.
  expect([await notificationsOf(author), await notificationsOf(third)]).toEqual([[], []]);
  const { body } = await api.get(`/posts/${post.id}/comments`, { token: other.token });
  expect(body).toMatchObject({ comments: [{ _id, mentions: expect.arrayContaining([link(other)]) }] });
});
