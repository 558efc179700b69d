import { randomUUID } from "node:crypto";
import { setCircle } from "@/lib/circles/server/circle";
import { MESSAGE_MAX } from "@/lib/notifications/policy";
import { newNotificationAnswer, notificationsAnswer } from "@/lib/notifications/schema";
import { sweepDeleted } from "@/lib/notifications/server/inbox";
import { db } from "@/lib/platform/db";
import { setLike } from "@/lib/posts/server/like";
import { api } from "@/tests/api";
import {
  createComment,
  createMember,
  createNewcomer,
  createPost,
  createUser,
  type Member,
} from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

type Fields = { receiverId: string; type?: string; message?: string; postId?: string | null };

const send = (sender: Member, fields: Fields) =>
  api.post("/notifications", {
    token: sender.token,
    body: { type: "like", message: "says hello", ...fields },
  });
const inboxOf = async (member: Member) =>
  (await api.get("/notifications", { token: member.token })).read(notificationsAnswer).notifications;
const countAll = () => db().notification.count();
/** Makes the receiver's notifications older than a day. */
const passDay = (receiver: Member) =>
  db().$executeRaw`
    UPDATE notifications SET created_at = created_at - interval '25 hours' WHERE receiver_id = ${receiver.id}::uuid`;

describe("POST /api/notifications from the test form", () => {
  test.each(["like", "comment", "follow"])("sends a custom %s in the sender's name", async (type) => {
    const [ishita, kabir] = [await createMember({ name: "Ishita Verma" }), await createMember()];
    const reply = await send(ishita, { receiverId: kabir.id, type });
    expect(reply.status).toBe(201);
    const { notification, created } = reply.read(newNotificationAnswer);
    expect(created).toBe(true);
    expect(notification).toMatchObject({
      type,
      custom: true,
      message: "says hello",
      seen: false,
      postId: null,
    });
    expect(notification.senderId).toMatchObject({ _id: ishita.id, name: "Ishita Verma" });
    expect(await inboxOf(kabir)).toEqual([notification]);
    expect(await inboxOf(ishita)).toEqual([]);
  });

  test("returns the existing one when sent again within a day, even concurrently", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const fields = { receiverId: kabir.id, type: "follow" };
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(ishita, fields)));
    const again = await send(ishita, { ...fields, type: "like", message: "other words" });
    const answers = [...replies, again].map((reply) => reply.read(newNotificationAnswer));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ notification }) => JSON.stringify(notification))).size).toBe(1);
    expect(await inboxOf(kabir)).toEqual([answers[0]?.notification]);
    // The limit applies to one sender and receiver, in one direction.
    for (const [from, to] of [
      [kabir, ishita],
      [await createMember(), kabir],
      [ishita, await createMember()],
    ] as const) {
      expect((await send(from, { receiverId: to.id })).read(newNotificationAnswer).created).toBe(true);
    }
  });

  test("replaces the previous one on another day", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    await send(ishita, { receiverId: kabir.id, message: "first" });
    await passDay(kabir);
    const { created, notification } = (
      await send(ishita, { receiverId: kabir.id, type: "comment", message: "second" })
    ).read(newNotificationAnswer);
    expect(created).toBe(true);
    expect(await inboxOf(kabir)).toEqual([notification]);
  });

  test("never reveals to the sender whether it was seen, deleted or swept", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const again = async () => (await send(ishita, { receiverId: kabir.id })).body;
    const first = (await again()) as { notification: { _id: string }; created: boolean };
    const { _id } = first.notification;
    const untouched = await again();
    expect(untouched).toEqual({ ...first, created: false });
    await api.put(`/notifications/${_id}/seen`, { token: kabir.token });
    expect(await again()).toEqual(untouched);
    await api.delete(`/notifications/${_id}`, { token: kabir.token });
    expect(await again()).toEqual(untouched);
    await db().notification.update({
      where: { id: _id },
      data: { deletedAt: new Date(Date.now() - 60 * 60_000) },
    });
    await sweepDeleted();
    expect(await again()).toEqual(untouched);
    expect(await inboxOf(kabir)).toEqual([]);
    await passDay(kabir);
    await sweepDeleted();
    expect(await db().notification.count({ where: { receiverId: kabir.id } })).toBe(0);
    expect((await again()) as object).toMatchObject({ created: true });
  });

  test("is independent of the notification for joining a circle", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    await send(ishita, { receiverId: kabir.id, type: "follow" });
    await setCircle(ishita.viewer, kabir.id, true);
    expect((await inboxOf(kabir)).map(({ type, custom, message }) => [type, custom, message])).toEqual([
      ["follow", false, "joined your circle"],
      ["follow", true, "says hello"],
    ]);
    await setCircle(ishita.viewer, kabir.id, false);
    expect((await inboxOf(kabir)).map(({ custom }) => custom)).toEqual([true]);
  });

  test("replaces one stored by an older release", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const old = { senderId: ishita.id, receiverId: kabir.id, type: "comment" as const };
    await db().notification.create({ data: { ...old, id: randomUUID(), message: "old words" } });
    expect((await send(ishita, { receiverId: kabir.id })).read(newNotificationAnswer).created).toBe(true);
    expect((await inboxOf(kabir)).map(({ message }) => message)).toEqual(["says hello"]);
  });

  test("treats an empty post id, as sent by an empty field, as none", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const reply = await send(ishita, { receiverId: ` ${kabir.id.toUpperCase()} `, postId: " " });
    expect(reply.read(newNotificationAnswer).notification.postId).toBeNull();
  });

  test("can't be sent to oneself", async () => {
    const ishita = await createMember();
    const before = await countAll();
    expect((await send(ishita, { receiverId: ishita.id })).status).toBe(400);
    expect(await countAll()).toBe(before);
  });

  test("can't be sent to an unknown, unverified or inactive person", async () => {
    const ishita = await createMember();
    const newcomer = await createNewcomer();
    const gone = await createUser({ isActive: false });
    for (const receiverId of [randomUUID(), "not-an-id", "", newcomer.id, gone.id]) {
      const reply = await send(ishita, { receiverId });
      expect([reply.status, reply.body]).toEqual([404, { error: "not_found", message: "User not found" }]);
    }
  });

  test.each([
    ["no message", { message: "" }],
    ["an invisible message", { message: "\u200b \u200d" }],
    ["a message that is too long", { message: "x".repeat(MESSAGE_MAX + 1) }],
    ["an unknown type", { type: "poke" }],
    ["a forged sender", { senderId: randomUUID() }],
    ["an operator in place of an id", { receiverId: { contains: "a" } }],
  ])("rejects %s", async (_name, fields) => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const body = { receiverId: kabir.id, type: "like", message: "hello", ...fields };
    expect((await api.post("/notifications", { token: ishita.token, body })).status).toBe(400);
    expect(await inboxOf(kabir)).toEqual([]);
  });

  test("is limited to 30 an hour", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    for (let i = 0; i < 30; i++) expect((await send(ishita, { receiverId: kabir.id })).status).toBe(201);
    const rejected = await send(ishita, { receiverId: kabir.id });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("POST /api/notifications after a like or comment", () => {
  test("returns the notification of the like", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    const reply = await send(fan, { receiverId: author.id, postId: post.id, message: "client's words" });
    expect(reply.status).toBe(201);
    const { notification, created } = reply.read(newNotificationAnswer);
    expect(created).toBe(false);
    expect(notification).toMatchObject({ message: "liked your post", custom: false });
    expect(notification.postId?._id).toBe(post.id);
    expect(await inboxOf(author)).toEqual([notification]);
  });

  test("returns the notification of a join, with or without a post", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await setCircle(fan.viewer, author.id, true);
    for (const postId of [null, post.id]) {
      const reply = await send(fan, { receiverId: author.id, type: "follow", postId, message: "free words" });
      const { notification, created } = reply.read(newNotificationAnswer);
      expect(created).toBe(false);
      expect(await inboxOf(author)).toEqual([notification]);
      expect(notification.message).toBe("joined your circle");
    }
  });

  test.each(["like", "comment", "follow"])(
    "never reveals whether a %s was seen, deleted or swept, and never rewrites it",
    async (type) => {
      const [author, fan] = [await createMember(), await createMember()];
      const post = await createPost({ author });
      const setEvent = async (on: boolean) => {
        if (type === "like") await setLike(fan.viewer, post.id, on);
        if (type === "follow") await setCircle(fan.viewer, author.id, on);
      };
      await setEvent(true);
      if (type === "comment") await createComment({ post, author: fan });
      const sendOwn = async () => {
        const { notification, created } = (
          await send(fan, { receiverId: author.id, type, postId: type === "follow" ? null : post.id })
        ).read(newNotificationAnswer);
        // The time of the event is no secret to its sender.
        return { created, ...notification, createdAt: "" };
      };
      const untouched = await sendOwn();
      expect(untouched).toMatchObject({ created: false, seen: false, custom: false });
      await api.put(`/notifications/${untouched._id}/seen`, { token: author.token });
      expect(await sendOwn()).toEqual(untouched);
      await api.delete(`/notifications/${untouched._id}`, { token: author.token });
      expect(await sendOwn()).toEqual(untouched);
      await db().notification.deleteMany({ where: { receiverId: author.id } });
      expect(await sendOwn()).toEqual(untouched);
      expect(await inboxOf(author)).toEqual([]);
      // Redone, it has the same id whether it was seen or not.
      await setEvent(false);
      await setEvent(true);
      expect(await sendOwn()).toEqual(untouched);
    },
  );

  test("returns the notification of the comment", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Which roof?" } });
    const reply = await send(fan, { receiverId: author.id, postId: post.id, type: "comment" });
    expect(reply.read(newNotificationAnswer).notification.message).toBe("commented: “Which roof?”");
    expect(await inboxOf(author)).toHaveLength(1);
  });

  test.each(["like", "comment", "follow"])("rejects a %s that did not happen", async (type) => {
    const [author, stranger] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    const reply = await send(stranger, { receiverId: author.id, postId: post.id, type });
    expect([reply.status, reply.error]).toEqual([403, "forbidden"]);
    expect(await inboxOf(author)).toEqual([]);
  });

  test("rejects an undone like", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: true } });
    await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: false } });
    expect((await send(fan, { receiverId: author.id, postId: post.id })).status).toBe(403);
    expect(await inboxOf(author)).toEqual([]);
  });

  test("rejects a receiver who is not the post's author", async () => {
    const [author, fan, other] = [await createMember(), await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    await setCircle(fan.viewer, other.id, true);
    const before = await inboxOf(other);
    for (const type of ["like", "comment", "follow"]) {
      expect((await send(fan, { receiverId: other.id, type, postId: post.id })).status).toBe(403);
    }
    expect(await inboxOf(other)).toEqual(before);
  });

  test.each([randomUUID(), "not-an-id"])("answers 404 for the unknown post %s", async (postId) => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    for (const type of ["like", "comment", "follow"]) {
      expect((await send(ishita, { receiverId: kabir.id, type, postId })).status).toBe(404);
    }
  });
});
