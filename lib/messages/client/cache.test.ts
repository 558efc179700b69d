/** @jest-environment jsdom */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import {
  type ConversationPages,
  catchUp,
  conversationItems,
  emptyConversation,
  followHint,
  type MessagePages,
  markDeleted,
  messageItems,
  showConversation,
  showMessage,
} from "@/lib/messages/client/cache";
import { conversationOptions, messagesKeys } from "@/lib/messages/client/queries";
import type { Conversation, Message } from "@/lib/messages/schema";
import { onePage } from "@/lib/query/pages";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { fakeApi } from "@/tests/browser-api";
import { conversationOf, messageOf } from "@/tests/message-fixture";

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  localStorage.clear();
  storeTokens({ accessToken: "a", refreshToken: "r" });
});

/** The nth message of the conversation. */
const nth = (n: number) =>
  messageOf(`m${n}`, { createdAt: new Date(Date.UTC(2026, 10, 22, 10, n)).toISOString() });
const newestFirst = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => nth(from - index));

const page = (messages: Message[], nextCursor: string | null = null) => ({
  messages,
  hasMore: nextCursor !== null,
  nextCursor,
});
const setLog = (pages: Message[][]) =>
  client.setQueryData<MessagePages>(messagesKeys.log("c1"), {
    pages: pages.map((messages) => page(messages)),
    pageParams: pages.map(() => null),
  });
const log = () =>
  messageItems.all(client.getQueryData<MessagePages>(messagesKeys.log("c1"))).map(({ _id }) => _id);

const setInbox = (conversations: Conversation[]) =>
  client.setQueryData<ConversationPages>(
    messagesKeys.list("inbox"),
    onePage({ conversations, requestsCount: 0, hasMore: false, nextCursor: null }),
  );
const inbox = () => conversationItems.all(client.getQueryData<ConversationPages>(messagesKeys.list("inbox")));

/** A server with as many messages, three a page; one may be deleted. */
function serve(count: number, deletedId?: string) {
  const shown = (message: Message) =>
    message._id === deletedId ? { ...message, text: "", isDeleted: true } : message;
  return fakeApi(({ path }) => {
    if (!path.includes("/messages"))
      return { status: 200, body: { conversation: conversationOf({ lastMessage: nth(count) }) } };
    const before = Number(new URL(path, "http://here").searchParams.get("cursor") ?? count + 1);
    const last = Math.max(1, before - 3);
    return {
      status: 200,
      body: page(newestFirst(before - 1, last).map(shown), last > 1 ? String(last) : null),
    };
  });
}

describe("catching up", () => {
  test("adds what was missed, page by page until it meets what is there", async () => {
    setLog([newestFirst(4, 3), newestFirst(2, 1)]);
    const { calls } = serve(9);
    await catchUp(client, "c1");
    expect(log()).toEqual(newestFirst(9, 1).map(({ _id }) => _id));
    expect(calls).toHaveLength(2);
  });

  test("starts anew after a long absence", async () => {
    setLog([newestFirst(2, 1)]);
    const { calls } = serve(40);
    await catchUp(client, "c1");
    expect(log()).toEqual(["m40", "m39", "m38"]);
    expect(calls).toHaveLength(5);
  });

  test("brings messages into the server's order, and retains an own one sent meanwhile", async () => {
    setLog([[nth(2), nth(1)]]);
    showMessage(client, nth(4));
    serve(3);
    await catchUp(client, "c1");
    expect(log()).toEqual(["m4", "m3", "m2", "m1"]);
  });

  test("loads nothing of a conversation that was not opened", async () => {
    const { calls } = serve(3);
    await catchUp(client, "c1");
    expect(calls).toEqual([]);
  });
});

test("a deleted message stays in its place, also in the list, and comes back when that fails", () => {
  setLog([newestFirst(2, 1)]);
  setInbox([conversationOf({ lastMessage: nth(2) })]);
  const rollback = markDeleted(client, nth(2));
  const shown = () =>
    messageItems.find(client.getQueryData<MessagePages>(messagesKeys.log("c1")), "m2") as Message;
  expect(shown()).toMatchObject({ text: "", isDeleted: true });
  expect(inbox()[0]?.lastMessage).toMatchObject({ isDeleted: true });
  expect(log()).toEqual(["m2", "m1"]);
  rollback();
  expect(shown()).toMatchObject({ text: "m2", isDeleted: false });
});

describe("a conversation", () => {
  const other = conversationOf({ _id: "c2", lastMessage: messageOf("Before", { conversationId: "c2" }) });

  test("moves to the top with a new message, and stays where it is without", () => {
    const conversation = conversationOf({ lastMessage: nth(1) });
    setInbox([other, conversation]);
    showConversation(client, { ...conversation, unreadCount: 2 });
    expect(inbox().map(({ _id, unreadCount }) => [_id, unreadCount])).toEqual([
      ["c2", 0],
      ["c1", 2],
    ]);
    showConversation(client, { ...conversation, lastMessage: nth(2) });
    expect(inbox().map(({ _id }) => _id)).toEqual(["c1", "c2"]);
  });

  test("without a message it is in no list", () => {
    setInbox([other]);
    showConversation(client, conversationOf());
    expect(inbox().map(({ _id }) => _id)).toEqual(["c2"]);
  });

  test("with someone who was blocked meanwhile is in no list; one with a deleted member stays", async () => {
    setInbox([other, conversationOf({ _id: "c3", with: null, lastMessage: nth(1) })]);
    const answers = ["c1", "c3"].map((_id) => conversationOf({ _id, with: null, lastMessage: nth(2) }));
    fakeApi(({ path }) => ({
      status: 200,
      body: { conversation: answers.find(({ _id }) => path.endsWith(_id)) },
    }));
    for (const { _id } of answers) await followHint(client, { conversationId: _id, messageId: null });
    expect(inbox().map(({ _id }) => _id)).toEqual(["c3", "c2"]);
  });

  test("that is deleted leaves its list, and nothing of its messages", () => {
    setInbox([other, conversationOf({ lastMessage: nth(1) })]);
    setLog([[nth(1)]]);
    emptyConversation(client, "c1");
    expect(inbox().map(({ _id }) => _id)).toEqual(["c2"]);
    expect(log()).toEqual([]);
  });
});

test("several hints in a row ask for the conversation at most twice", async () => {
  setInbox([]);
  const conversation = conversationOf({ lastMessage: nth(1) });
  const { calls } = fakeApi(() => ({ status: 200, body: { conversation } }));
  const hint = { conversationId: "c1", messageId: "m1" };
  await Promise.all([1, 2, 3, 4].map(() => followHint(client, hint)));
  expect(calls.map(({ path }) => path)).toEqual(["/api/conversations/c1", "/api/conversations/c1"]);
  expect(inbox()).toEqual([conversation]);
});

test("a hint at a message that is there brings its new version, also of an older one", async () => {
  setLog([newestFirst(3, 1)]);
  const deleted = { ...nth(1), text: "", isDeleted: true };
  fakeApi(({ path }) => ({
    status: 200,
    body: path.endsWith("/messages")
      ? page([nth(3), nth(2), deleted])
      : { conversation: conversationOf({ lastMessage: nth(3) }) },
  }));
  await followHint(client, { conversationId: "c1", messageId: "m1" });
  const shown = client.getQueryData<MessagePages>(messagesKeys.log("c1"));
  expect(messageItems.find(shown, "m1")).toMatchObject({ isDeleted: true });
  expect(log()).toEqual(["m3", "m2", "m1"]);
});

test("a hint at a message on an older page brings its new version, too", async () => {
  setLog([newestFirst(9, 7), newestFirst(6, 4), newestFirst(3, 1)]);
  const { calls } = serve(9, "m2");
  await followHint(client, { conversationId: "c1", messageId: "m2" });
  const shown = client.getQueryData<MessagePages>(messagesKeys.log("c1"));
  expect(messageItems.find(shown, "m2")).toMatchObject({ text: "", isDeleted: true });
  expect(log()).toEqual(newestFirst(9, 1).map(({ _id }) => _id));
  expect(calls.filter(({ path }) => path.includes("/messages"))).toHaveLength(3);
});

test("a hint at a message that is too far back leaves the log as it is", async () => {
  setLog([newestFirst(40, 1)]);
  const { calls } = serve(40, "m1");
  await followHint(client, { conversationId: "c1", messageId: "m1" });
  expect(log()).toHaveLength(40);
  expect(calls.filter(({ path }) => path.includes("/messages"))).toHaveLength(5);
});

test("a request that comes in makes the inbox count the requests anew", async () => {
  setInbox([]);
  const conversation = conversationOf({ box: "requests", lastMessage: nth(1) });
  fakeApi(() => ({ status: 200, body: { conversation } }));
  await followHint(client, { conversationId: "c1", messageId: "m1" });
  expect(client.getQueryState(messagesKeys.list("inbox"))?.isInvalidated).toBe(true);
});

test("a conversation that was deleted stays so when its screen closes while it is asked for", async () => {
  const conversation = conversationOf({ lastMessage: nth(1) });
  client.setQueryData(messagesKeys.conversation("c1"), conversation);
  setInbox([conversation]);
  emptyConversation(client, "c1");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fakeApi(async () => {
    await answered;
    return { status: 200, body: { conversation: conversationOf() } };
  });
  const screen = new QueryObserver(client, { ...conversationOptions("c1"), staleTime: 0 });
  const close = screen.subscribe(() => {});
  const asked = followHint(client, { conversationId: "c1", messageId: null });
  close();
  answer();
  await asked;
  expect(inbox()).toEqual([]);
});
