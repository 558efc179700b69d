import { randomUUID } from "node:crypto";
import { MESSAGE_MAX, notificationAnswer, notificationsAnswer } from "@/lib/notifications/contract";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createPost, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

type Fields = { receiverId: string; type?: string; message?: string; postId?: string | null };

const send = (sender: Member, fields: Fields) =>
  api.post("/notifications", {
    token: sender.token,
    body: { type: "like", message: "says hello", ...fields },
  });
const inboxOf = async (member: Member) =>
  (await api.get("/notifications", { token: member.token })).read(notificationsAnswer).notifications;
const listed = () => db().notification.count();

describe("POST /api/notifications from the test form", () => {
  test.each(["like", "comment", "follow"])("a classmate gets a %s in the sender's name", async (type) => {
    const [ishita, kabir] = [await createMember({ name: "Ishita Verma" }), await createMember()];
    const reply = await send(ishita, { receiverId: kabir.id, type });
    expect(reply.status).toBe(201);
    const { notification } = reply.read(notificationAnswer);
    expect(notification).toMatchObject({ type, message: "says hello", seen: false, postId: null });
    expect(notification.senderId).toMatchObject({ _id: ishita.id, name: "Ishita Verma" });
    expect(await inboxOf(kabir)).toEqual([notification]);
    expect(await inboxOf(ishita)).toEqual([]);
  });

  test("asking again, also many times at once, gives the one there is", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const fields = { receiverId: kabir.id, type: "follow" };
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(ishita, fields)));
    const again = await send(ishita, { ...fields, message: "other words" });
    const made = [...replies, again].map((reply) => reply.read(notificationAnswer).notification);
    expect(new Set(made.map((one) => one._id)).size).toBe(1);
    expect(await inboxOf(kabir)).toHaveLength(1);
  });

  test("an empty post id, as an empty field sends it, is none", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const reply = await send(ishita, { receiverId: ` ${kabir.id.toUpperCase()} `, postId: " " });
    expect(reply.read(notificationAnswer).notification.postId).toBeNull();
  });

  test("nobody notifies themselves", async () => {
    const ishita = await createMember();
    const before = await listed();
    expect((await send(ishita, { receiverId: ishita.id })).status).toBe(400);
    expect(await listed()).toBe(before);
  });

  test("someone who does not exist, has not proven their address or left gets nothing", async () => {
    const ishita = await createMember();
    const newcomer = await createNewcomer();
    const gone = await createMember({ isActive: false });
    for (const receiverId of [randomUUID(), "not-an-id", "", newcomer.id, gone.id]) {
      const reply = await send(ishita, { receiverId });
      expect([reply.status, reply.body]).toEqual([404, { error: "not_found", message: "User not found" }]);
    }
  });

  test.each([
    ["no message", { message: "" }],
    ["an invisible message", { message: "\u200b \u200d" }],
    ["a message that is too long", { message: "x".repeat(MESSAGE_MAX + 1) }],
    ["a type that is none", { type: "poke" }],
    ["a sender of one's choice", { senderId: randomUUID() }],
    ["an operator in place of an id", { receiverId: { contains: "a" } }],
  ])("refuses %s", async (_what, wrong) => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    const body = { receiverId: kabir.id, type: "like", message: "hello", ...wrong };
    expect((await api.post("/notifications", { token: ishita.token, body })).status).toBe(400);
    expect(await inboxOf(kabir)).toEqual([]);
  });

  test("a person sends at most 30 an hour", async () => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    for (let i = 0; i < 30; i++) expect((await send(ishita, { receiverId: kabir.id })).status).toBe(201);
    const refused = await send(ishita, { receiverId: kabir.id });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("POST /api/notifications after a like or comment", () => {
  test("a client that sends its own gets the one the like made", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    const reply = await send(fan, { receiverId: author.id, postId: post.id, message: "client's words" });
    expect(reply.status).toBe(201);
    const { notification } = reply.read(notificationAnswer);
    expect(notification.message).toBe("liked your post");
    expect(notification.postId?._id).toBe(post.id);
    expect(await inboxOf(author)).toEqual([notification]);
  });

  test("a client that sends its own gets the one the comment made", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Which roof?" } });
    const reply = await send(fan, { receiverId: author.id, postId: post.id, type: "comment" });
    expect(reply.read(notificationAnswer).notification.message).toBe("commented: “Which roof?”");
    expect(await inboxOf(author)).toHaveLength(1);
  });

  test.each(["like", "comment"])("who did not %s cannot claim it", async (type) => {
    const [author, stranger] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    const reply = await send(stranger, { receiverId: author.id, postId: post.id, type });
    expect([reply.status, reply.error]).toEqual([403, "forbidden"]);
    expect(await inboxOf(author)).toEqual([]);
  });

  test("a like taken back cannot be told", async () => {
    const [author, fan] = [await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: true } });
    await api.post(`/posts/${post.id}/like`, { token: fan.token, body: { liked: false } });
    expect((await send(fan, { receiverId: author.id, postId: post.id })).status).toBe(403);
    expect(await inboxOf(author)).toEqual([]);
  });

  test("only the post's author is told", async () => {
    const [author, fan, other] = [await createMember(), await createMember(), await createMember()];
    const post = await createPost({ author });
    await api.post(`/posts/${post.id}/like`, { token: fan.token });
    expect((await send(fan, { receiverId: other.id, postId: post.id })).status).toBe(403);
    expect(await inboxOf(other)).toEqual([]);
  });

  test.each([randomUUID(), "not-an-id"])("a post that is not there is not found: %s", async (postId) => {
    const [ishita, kabir] = [await createMember(), await createMember()];
    for (const type of ["like", "comment", "follow"]) {
      expect((await send(ishita, { receiverId: kabir.id, type, postId })).status).toBe(404);
    }
  });
});
