import { setCircle } from "@/lib/circles/server/circle";
import {
  conversationAnswer,
  conversationsAnswer,
  deletedMessageAnswer,
  messagesAnswer,
  newMessageAnswer,
  unreadAnswer,
} from "@/lib/messages/schema";
import { countUnread } from "@/lib/messages/server/read";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createConversation,
  createMember,
  createMessage,
  createPost,
  type Member,
  signIn,
} from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { liftLimits } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
afterEach(async () => expect(await findDrift()).toEqual([]));

const list = async (member: Member, query: Record<string, string> = {}) =>
  (await api.get("/conversations", { token: member.token, query })).read(conversationsAnswer);
const get = async (member: Member, id: string) =>
  (await api.get(`/conversations/${id}`, { token: member.token })).read(conversationAnswer).conversation;
const read = async (member: Member, id: string, query: Record<string, string> = {}) =>
  (await api.get(`/conversations/${id}/messages`, { token: member.token, query })).read(messagesAnswer);
const textsOf = async (member: Member, id: string) =>
  (await read(member, id)).messages.map(({ text }) => text);
const unread = async (member: Member) =>
  (await api.get("/conversations/unread", { token: member.token })).read(unreadAnswer).unreadCount;
const send = (member: Member, id: string, body: object = {}) =>
  api.post(`/conversations/${id}/messages`, {
    token: member.token,
    body: { text: "Hello", clientId: crypto.randomUUID(), ...body },
  });
const say = async (member: Member, id: string, text: string) =>
  (await send(member, id, { text })).read(newMessageAnswer).message;
const seen = (member: Member, id: string, messageId: string) =>
  api.put(`/conversations/${id}/seen`, { token: member.token, body: { messageId } });
const hide = (member: Member, id: string) => api.delete(`/conversations/${id}`, { token: member.token });
const choose = (member: Member, body: object) =>
  api.put("/conversations/preferences", { token: member.token, body });

/** Two members. The first has joined the second one's circle. */
async function createFriends() {
  const [me, friend] = [await createMember({ name: "Asha Rao" }), await createMember({ name: "Kabir Das" })];
  await setCircle(me.viewer, friend.id, true);
  return { me, friend, id: await createConversation(friend, me) };
}

/** Two members who do not know each other. */
async function createStrangers() {
  const [me, stranger] = [await createMember(), await createMember()];
  return { me, stranger, id: await createConversation(stranger, me) };
}

describe("a conversation", () => {
  test("is one for both people, whichever of them begins it, and in no list before its first message", async () => {
    const { me, friend, id } = await createFriends();
    const reply = await api.post("/conversations", { token: me.token, body: { userId: friend.id } });
    expect(reply.read(conversationAnswer).conversation).toMatchObject({
      _id: id,
      with: { _id: friend.id, name: "Kabir Das" },
      lastMessage: null,
      unreadCount: 0,
      canWrite: true,
    });
    expect((await list(me)).conversations).toEqual([]);
    await say(friend, id, "Hi");
    for (const member of [me, friend]) {
      expect((await list(member)).conversations).toMatchObject([{ _id: id, lastMessage: { text: "Hi" } }]);
    }
  });

  test("can't be begun with oneself, or with someone who is not there", async () => {
    const [me, gone] = [await createMember(), await createMember()];
    await api.post(`/users/${gone.id}/deactivate`, { token: gone.token });
    const begin = (userId: string) => api.post("/conversations", { token: me.token, body: { userId } });
    expect(await begin(me.id)).toMatchObject({ status: 400, error: "validation" });
    expect(await begin(crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await begin(gone.id)).toMatchObject({ status: 404, error: "user_deactivated" });
  });

  test("is listed in one query, latest first, and pages add up to the whole", async () => {
    const me = await createMember();
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) {
      const friend = await createMember();
      await setCircle(me.viewer, friend.id, true);
      const id = await createConversation(friend, me);
      await createMessage({ conversationId: id, sender: friend });
      ids.unshift(id);
    }
    const pages: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await list(me, { limit: "3", ...(cursor ? { cursor } : {}) });
      pages.push(...page.conversations.map(({ _id }) => _id));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(ids);
    const queries = await queriesOf(() => list(me));
    expect(queries.filter((text) => text.includes("conversation_participants"))).toHaveLength(1);
  });
});

describe("messages", () => {
  test("stand in one order for both, newest first, and pages add up to the whole", async () => {
    const { me, friend, id } = await createFriends();
    const texts = Array.from({ length: 8 }, (_, index) => `Message ${index}`);
    for (const [index, text] of texts.entries()) await say(index % 2 ? me : friend, id, text);
    expect(await textsOf(me, id)).toEqual([...texts].reverse());
    expect(await read(friend, id)).toEqual(await read(me, id));
    const pages: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await read(me, id, { limit: "3", ...(cursor ? { cursor } : {}) });
      pages.push(...page.messages.map(({ text }) => text));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([...texts].reverse());
  });

  test("are text of 1 to 2,000 characters, a post, or both", async () => {
    const { me, friend, id } = await createFriends();
    const post = await createPost({ author: me, caption: "The lake" });
    const statusOf = async (body: object) => (await send(friend, id, body)).status;
    expect(await statusOf({ text: "x".repeat(2_000) })).toBe(201);
    expect(await statusOf({ text: "x".repeat(2_001) })).toBe(400);
    expect(await statusOf({ text: " \n " })).toBe(400);
    expect(await statusOf({ text: undefined })).toBe(400);
    expect(await statusOf({ text: "Hi", clientId: "mine" })).toBe(400);
    expect(await statusOf({ postId: crypto.randomUUID() })).toBe(404);
    const { message } = (await send(friend, id, { text: undefined, postId: post.id })).read(newMessageAnswer);
    expect(message).toMatchObject({
      text: "",
      post: { _id: post.id, isAvailable: true, caption: "The lake", authorName: "Asha Rao", authorId: me.id },
    });
    expect(message.post?.thumbnail).toMatch(/\.jpg$/);
  });

  test("say that a post is gone once it is deleted", async () => {
    const { me, friend, id } = await createFriends();
    const post = await createPost({ author: me, caption: "The lake" });
    await send(friend, id, { postId: post.id });
    await api.delete(`/posts/${post.id}`, { token: me.token });
    const gone = {
      _id: post.id,
      isAvailable: false,
      caption: "",
      thumbnail: "",
      authorName: "",
      authorId: "",
    };
    expect((await read(me, id)).messages).toMatchObject([{ post: gone }]);
    expect(await send(friend, id, { postId: post.id })).toMatchObject({ status: 404 });
  });

  test("sent again under the same id are answered with the first one", async () => {
    const { me, friend, id } = await createFriends();
    const body = { text: "Once", clientId: crypto.randomUUID() };
    const [first, again] = [await send(friend, id, body), await send(friend, id, { ...body, text: "Twice" })];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.read(newMessageAnswer).message).toEqual(first.read(newMessageAnswer).message);
    expect(await textsOf(me, id)).toEqual(["Once"]);
    const other = await createConversation(friend, await createMember());
    expect(await send(friend, other, body)).toMatchObject({ status: 409, error: "conflict" });
  });

  test("can be deleted by their sender for an hour, for both", async () => {
    const { me, friend, id } = await createFriends();
    const post = await createPost();
    const { message } = (await send(friend, id, { text: "A secret word", postId: post.id })).read(
      newMessageAnswer,
    );
    const remove = (member: Member, messageId: string) =>
      api.delete(`/conversations/${id}/messages/${messageId}`, { token: member.token });
    expect(await remove(me, message._id)).toMatchObject({ status: 403, error: "forbidden" });
    expect((await remove(friend, message._id)).read(deletedMessageAnswer).message).toMatchObject({
      isDeleted: true,
      text: "",
      post: null,
    });
    expect((await remove(friend, message._id)).status).toBe(200);
    expect((await list(me)).conversations).toMatchObject([
      { unreadCount: 0, firstUnreadId: null, lastMessage: { isDeleted: true, text: "" } },
    ]);
    // But for a report by its receiver.
    expect(await findLeaks(["A secret word"])).toEqual([expect.stringMatching(/^former_texts: /)]);
    const old = await say(friend, id, "Too late");
    await db().message.update({ where: { id: old._id }, data: { createdAt: ago(61, "minutes") } });
    expect(await remove(friend, old._id)).toMatchObject({ status: 403, error: "forbidden" });
    expect((await textsOf(me, id))[0]).toBe("Too late");
  });
});

describe("what is unread", () => {
  test("is counted by conversation, and until the newest message on screen", async () => {
    const { me, friend, id } = await createFriends();
    const [first, second] = [await say(friend, id, "One"), await say(friend, id, "Two")];
    expect(await get(me, id)).toMatchObject({ unreadCount: 2, firstUnreadId: first._id });
    expect([await unread(me), await unread(friend)]).toEqual([1, 0]);
    expect(await countUnread(me.viewer)).toMatchObject({ conversations: 1 });
    expect((await seen(me, id, first._id)).read(unreadAnswer).unreadCount).toBe(1);
    expect(await get(me, id)).toMatchObject({ unreadCount: 1, firstUnreadId: second._id });
    expect((await seen(me, id, second._id)).read(unreadAnswer).unreadCount).toBe(0);
    // Another device, which is behind.
    await seen(me, id, first._id);
    expect(await get(me, id)).toMatchObject({ unreadCount: 0, firstUnreadId: null });
  });

  test("of one's own messages is nothing, and an unknown message is not found", async () => {
    const { me, friend, id } = await createFriends();
    const mine = await say(friend, id, "Mine");
    expect(await unread(friend)).toBe(0);
    const other = await createFriends();
    const elsewhere = await say(other.friend, other.id, "Elsewhere");
    expect((await seen(me, id, elsewhere._id)).status).toBe(404);
    expect((await seen(me, other.id, elsewhere._id)).status).toBe(404);
    expect((await seen(friend, id, mine._id)).status).toBe(200);
  });

  test("and what is seen shows only when both have read receipts on", async () => {
    const { me, friend, id } = await createFriends();
    const message = await say(friend, id, "Seen?");
    const mark = async () => (await get(friend, id)).seenUpTo;
    expect(await mark()).toBeNull();
    await seen(me, id, message._id);
    expect(await mark()).toBe(message._id);
    await choose(me, { seenMarks: false });
    expect(await mark()).toBeNull();
    await choose(me, { seenMarks: true });
    await choose(friend, { seenMarks: false });
    expect(await mark()).toBeNull();
  });
});

describe("a stranger", () => {
  test("lands among the requests, which are not counted, and may send three messages", async () => {
    const { me, stranger, id } = await createStrangers();
    for (const text of ["One", "Two", "Three"]) await say(stranger, id, text);
    expect(await send(stranger, id)).toMatchObject({ status: 403, error: "request_pending" });
    expect(await get(stranger, id)).toMatchObject({
      box: "inbox",
      canWrite: false,
      cannotWrite: "You can send more when they accept your request.",
    });
    expect(await list(me)).toMatchObject({ conversations: [], requestsCount: 1 });
    expect((await list(me, { box: "requests" })).conversations).toMatchObject([
      { _id: id, box: "requests", unreadCount: 3, canWrite: true },
    ]);
    expect(await unread(me)).toBe(0);
  });

  test("lands there also with someone who began the conversation and wrote nothing", async () => {
    const [me, stranger] = [await createMember(), await createMember()];
    const id = await createConversation(me, stranger);
    expect(await get(stranger, id)).toMatchObject({ canWrite: true, messagesLeft: 3 });
    for (const text of ["One", "Two", "Three"]) await say(stranger, id, text);
    expect(await send(stranger, id)).toMatchObject({ status: 403, error: "request_pending" });
    expect(await list(me)).toMatchObject({ conversations: [], requestsCount: 1 });
    expect(await unread(me)).toBe(0);
    await api.post(`/conversations/${id}/accept`, { token: me.token });
    await say(stranger, id, "Four");
    expect(await list(me)).toMatchObject({ conversations: [{ _id: id, box: "inbox" }], requestsCount: 0 });
  });

  test("is counted among at most a hundred requests", async () => {
    const me = await createMember();
    const ids = Array.from({ length: 101 }, () => ({ id: crypto.randomUUID(), secondId: me.id }));
    await db().conversation.createMany({ data: ids });
    await db().conversationParticipant.createMany({
      data: ids.map(({ id }) => ({ conversationId: id, personId: me.id, listedAt: new Date() })),
    });
    expect((await list(me)).requestsCount).toBe(100);
  });

  test("can retry the third message", async () => {
    const { stranger, id } = await createStrangers();
    const body = { text: "Three", clientId: crypto.randomUUID() };
    await say(stranger, id, "One");
    await say(stranger, id, "Two");
    expect((await send(stranger, id, body)).status).toBe(201);
    expect((await send(stranger, id, body)).status).toBe(200);
  });

  test("does not learn that a request was read", async () => {
    const { me, stranger, id } = await createStrangers();
    const message = await say(stranger, id, "Please read");
    await seen(me, id, message._id);
    expect((await get(stranger, id)).seenUpTo).toBeNull();
  });

  test.each([
    ["accepting", (me: Member, id: string) => api.post(`/conversations/${id}/accept`, { token: me.token })],
    ["answering", (me: Member, id: string) => send(me, id, { text: "Who are you?" })],
  ])("may write freely after %s", async (_, answer) => {
    const { me, stranger, id } = await createStrangers();
    for (const text of ["One", "Two", "Three"]) await say(stranger, id, text);
    expect((await answer(me, id)).status).toBeLessThan(300);
    expect(await list(me)).toMatchObject({ conversations: [{ _id: id, box: "inbox" }], requestsCount: 0 });
    await say(stranger, id, "Four");
    expect(await unread(me)).toBe(1);
  });

  test("opens no inbox by joining the circle: joining takes no one's consent", async () => {
    const { me, stranger, id } = await createStrangers();
    await setCircle(stranger.viewer, me.id, true);
    expect(await get(stranger, id)).toMatchObject({ canWrite: true, messagesLeft: 3 });
    for (const text of ["One", "Two", "Three"]) await say(stranger, id, text);
    await setCircle(stranger.viewer, me.id, false);
    await setCircle(stranger.viewer, me.id, true);
    expect(await send(stranger, id)).toMatchObject({ status: 403, error: "request_pending" });
    expect(await list(me)).toMatchObject({ conversations: [], requestsCount: 1 });
    expect(await unread(me)).toBe(0);
    expect(await countUnread(me.viewer)).toMatchObject({ conversations: 0 });
  });

  test("reaches the inbox with the next message once the receiver has joined them", async () => {
    const { me, stranger, id } = await createStrangers();
    for (const text of ["One", "Two", "Three"]) await say(stranger, id, text);
    await setCircle(me.viewer, stranger.id, true);
    await say(stranger, id, "Four");
    expect(await list(me)).toMatchObject({ conversations: [{ _id: id }], requestsCount: 0 });
  });

  test("is one again when the receiver leaves their circle without having answered", async () => {
    const { me, friend, id } = await createFriends();
    for (const text of ["One", "Two", "Three", "Four"]) await say(friend, id, text);
    await setCircle(me.viewer, friend.id, false);
    expect(await send(friend, id)).toMatchObject({ status: 403, error: "request_pending" });
  });
});

describe("who may write first", () => {
  test("is everyone at first, and can be chosen", async () => {
    const me = await createMember();
    const preferences = () => api.get("/conversations/preferences", { token: me.token });
    expect((await preferences()).body).toEqual({
      preferences: { whoCanMessage: "everyone", whoCanMention: "everyone", seenMarks: true },
    });
    expect((await choose(me, { whoCanMessage: "circle" })).body).toEqual({
      preferences: { whoCanMessage: "circle", whoCanMention: "everyone", seenMarks: true },
    });
    expect((await choose(me, { whoCanMessage: "friends" })).status).toBe(400);
    expect((await preferences()).body).toEqual({
      preferences: { whoCanMessage: "circle", whoCanMention: "everyone", seenMarks: true },
    });
  });

  test("`nobody` rejects everyone but those one has answered", async () => {
    const { me, friend, id } = await createFriends();
    await choose(me, { whoCanMessage: "nobody" });
    expect(await send(friend, id)).toMatchObject({
      status: 403,
      body: { error: "forbidden", message: "This member doesn't accept new messages." },
    });
    await say(me, id, "I write first");
    await say(friend, id, "And I answer");
    expect(await get(friend, id)).toMatchObject({ canWrite: true });
  });

  test("`circle` accepts those whose circle one has joined, and no one for joining one's own", async () => {
    const { me, friend, id } = await createFriends();
    const [joiner, stranger] = [await createMember(), await createMember()];
    await setCircle(joiner.viewer, me.id, true);
    await choose(me, { whoCanMessage: "circle" });
    await say(friend, id, "You joined me");
    expect(await get(me, id)).toMatchObject({ box: "inbox" });
    for (const member of [joiner, stranger]) {
      expect(await send(member, await createConversation(member, me))).toMatchObject({
        status: 403,
        body: { message: "This member only accepts messages from people they have joined." },
      });
    }
  });
});

describe("hiding a conversation", () => {
  test("takes it from one's own list with all that was said, until there is something new", async () => {
    const { me, friend, id } = await createFriends();
    const old = await say(friend, id, "Old words");
    await say(me, id, "An answer");
    expect((await hide(me, id)).status).toBe(200);
    expect((await list(me)).conversations).toEqual([]);
    expect(await unread(me)).toBe(0);
    expect(await textsOf(me, id)).toEqual([]);
    expect(await get(me, id)).toMatchObject({ lastMessage: null, firstUnreadId: null, seenUpTo: null });
    expect(await textsOf(friend, id)).toEqual(["An answer", "Old words"]);
    expect((await get(friend, id)).seenUpTo).toBeNull();
    await say(friend, id, "New words");
    expect((await list(me)).conversations).toMatchObject([{ _id: id, unreadCount: 1 }]);
    expect(await textsOf(me, id)).toEqual(["New words"]);
    expect((await seen(me, id, old._id)).read(unreadAnswer).unreadCount).toBe(1);
  });

  test("answers a message sent again, whose first answer was lost, as sent", async () => {
    const { me, friend, id } = await createFriends();
    const body = { text: "Once", clientId: crypto.randomUUID() };
    await send(me, id, body);
    await hide(me, id);
    const again = await send(me, id, body);
    expect(again.status).toBe(200);
    expect(again.read(newMessageAnswer).message.text).toBe("Once");
    expect(await textsOf(me, id)).toEqual([]);
    expect(await textsOf(friend, id)).toEqual(["Once"]);
  });
});

describe("when someone leaves", () => {
  test("a deactivated person has no name and can't be written to, and is back with the sign-in", async () => {
    const { me, friend, id } = await createFriends();
    await say(friend, id, "See you at four");
    await say(me, id, "Fine");
    await api.post(`/users/${friend.id}/deactivate`, { token: friend.token });
    expect(await get(me, id)).toMatchObject({
      with: null,
      canWrite: false,
      cannotWrite: "You can't send messages to this member any more.",
    });
    expect((await read(me, id)).messages).toMatchObject([
      { senderId: me.id },
      { senderId: null, text: "See you at four" },
    ]);
    expect(await send(me, id)).toMatchObject({ status: 403, error: "forbidden" });
    await signIn(await db().user.findUniqueOrThrow({ where: { id: friend.id } }));
    expect(await get(me, id)).toMatchObject({ with: { _id: friend.id }, canWrite: true });
  });

  test("a deleted person leaves what they wrote to the other, without a name", async () => {
    const { me, friend, id } = await createFriends();
    await say(friend, id, "Stays");
    await say(me, id, "Stays, too");
    const empty = await createConversation(friend, await createMember());
    await api.delete(`/auth/users/${friend.id}`, { token: friend.token });
    expect(await findLeaks([friend.id])).toEqual([]);
    expect(await get(me, id)).toMatchObject({ with: null, canWrite: false });
    expect((await read(me, id)).messages).toMatchObject([
      { text: "Stays, too", senderId: me.id },
      { text: "Stays", senderId: null },
    ]);
    expect(await db().conversation.count({ where: { id: empty } })).toBe(0);
    await api.delete(`/auth/users/${me.id}`, { token: me.token });
    expect(await db().message.count({ where: { conversationId: id } })).toBe(0);
  });
});
