import type { QueryClient } from "@tanstack/react-query";
import { loadConversation, loadMessages, type MessageBox, messagesKeys } from "@/lib/messages/client/queries";
import type { Conversation, ConversationsAnswer, Message, MessagesAnswer } from "@/lib/messages/schema";
import type { MessageHint } from "@/lib/notifications/client/live-stream";
import { patchCached } from "@/lib/query/optimistic";
import { isNewer, onePage, type Pages, pageItems } from "@/lib/query/pages";

/** Updates to the cached conversations and their messages. */

export type ConversationPages = Pages<ConversationsAnswer>;
export type MessagePages = Pages<MessagesAnswer>;

export const conversationItems = pageItems("conversations");
export const messageItems = pageItems("messages");

/** The ids of a conversation's latest loaded messages, without deleted and removed ones. */
export function latestMessageIds(client: QueryClient, conversationId: string, max: number): string[] {
  const log = client.getQueryData<MessagePages>(messagesKeys.log(conversationId));
  return messageItems
    .all<Message>(log)
    .filter(({ isDeleted, isWithheld }) => !isDeleted && !isWithheld)
    .slice(0, max)
    .map(({ _id }) => _id);
}

const BOXES: readonly MessageBox[] = ["inbox", "requests"];

// ─── Conversations ───────────────────────────────────────────────────────────────────────────────

/**
 * Shows a conversation as the server has just answered it, at the top of its box if it is newer.
 * One without the other person only where it is listed already: after a block it is in no list.
 */
export function showConversation(client: QueryClient, conversation: Conversation): void {
  const isListed = conversation.with !== null || listedConversation(client, conversation._id) !== undefined;
  client.setQueryData(messagesKeys.conversation(conversation._id), conversation);
  for (const box of BOXES) {
    patchCached<ConversationPages>(client, messagesKeys.list(box), (data) =>
      isListed && conversation.box === box && conversation.lastMessage
        ? placed(data, conversation)
        : conversationItems.remove(data, conversation._id),
    );
  }
}

function placed(data: ConversationPages, conversation: Conversation): ConversationPages {
  const shown = conversationItems.find(data, conversation._id);
  if (shown && shown.updatedAt > conversation.updatedAt) return data;
  if (shown?.lastMessage?._id === conversation.lastMessage?._id)
    return conversationItems.map(data, (other) => (other._id === conversation._id ? conversation : other));
  return conversationItems.prepend(conversationItems.remove(data, conversation._id), conversation);
}

/** Changes a conversation wherever it is cached. Returns the rollback. */
export function patchConversation(
  client: QueryClient,
  id: string,
  change: (conversation: Conversation) => Conversation,
): () => void {
  const before = cachedConversation(client, id);
  const show = (apply: (conversation: Conversation) => Conversation) => {
    client.setQueryData<Conversation>(messagesKeys.conversation(id), (shown) => shown && apply(shown));
    patchCached<ConversationPages>(client, messagesKeys.lists(), (data) =>
      conversationItems.map(data, (other) => (other._id === id ? apply(other) : other)),
    );
  };
  show(change);
  return () => before && show(() => before);
}

/** A conversation as it is cached, on its own or in a list. */
export function cachedConversation(client: QueryClient, id: string): Conversation | undefined {
  return client.getQueryData<Conversation>(messagesKeys.conversation(id)) ?? listedConversation(client, id);
}

function listedConversation(client: QueryClient, id: string): Conversation | undefined {
  for (const box of BOXES) {
    const list = client.getQueryData<ConversationPages>(messagesKeys.list(box));
    const listed = conversationItems.find(list, id);
    if (listed) return listed;
  }
  return undefined;
}

/** Shows that a conversation was deleted: it is in no list, and nothing is left of its messages. */
export function emptyConversation(client: QueryClient, id: string): void {
  patchCached<ConversationPages>(client, messagesKeys.lists(), (data) => conversationItems.remove(data, id));
  patchCached<MessagePages>(client, messagesKeys.log(id), () =>
    onePage({ messages: [], hasMore: false, nextCursor: null }),
  );
}

export function addUnread(client: QueryClient, added: number): void {
  client.setQueryData<number>(messagesKeys.unread(), (count) =>
    count === undefined ? undefined : Math.max(0, count + added),
  );
}

// ─── Messages ────────────────────────────────────────────────────────────────────────────────────

/** Shows a message the server has confirmed, in its place or instead of its earlier version. */
export function showMessage(client: QueryClient, message: Message): void {
  patchCached<MessagePages>(client, messagesKeys.log(message.conversationId), (data) =>
    messageItems.find(data, message._id)
      ? messageItems.map(data, (other) => (other._id === message._id ? message : other))
      : withNewest(data, [message]),
  );
}

/** Shows that a message is deleted. Returns the rollback. */
export function markDeleted(client: QueryClient, message: Message): () => void {
  const deleted: Message = { ...message, text: "", post: null, isDeleted: true };
  const show = (shown: Message) => {
    showMessage(client, shown);
    patchConversation(client, message.conversationId, (conversation) =>
      conversation.lastMessage?._id === message._id ? { ...conversation, lastMessage: shown } : conversation,
    );
  };
  show(deleted);
  return () => show(message);
}

/** Puts the server's newest messages, which have no gaps, before the older ones that are loaded. */
export function withNewest(data: MessagePages, newest: readonly Message[]): MessagePages {
  const [latest] = newest;
  const [first, ...older] = data.pages;
  if (!latest || !first) return data;
  const ids = new Set(newest.map(({ _id }) => _id));
  const others = ({ messages }: MessagesAnswer) => messages.filter(({ _id }) => !ids.has(_id));
  const remaining = others(first);
  // One's own message may have been confirmed after the server read its newest page.
  const sent = remaining.filter((message) => isNewer(message, latest));
  const messages = [...sent, ...newest, ...remaining.filter((message) => !sent.includes(message))];
  return {
    ...data,
    pages: [{ ...first, messages }, ...older.map((page) => ({ ...page, messages: others(page) }))],
  };
}

/** The most pages to load of what was missed. After a longer absence the log starts over. */
const MISSED_PAGES_MAX = 5;

/**
 * Adds to a loaded log what has been said since, page by page until one overlaps with what is
 * there, or further until one has the message `until`, which has changed.
 */
export async function catchUp(client: QueryClient, id: string, until: string | null = null): Promise<void> {
  const queryKey = messagesKeys.log(id);
  const loaded = client.getQueryData<MessagePages>(queryKey);
  if (!loaded) return;
  const pages: MessagesAnswer[] = [];
  let cursor: string | undefined;
  let overlaps = false;
  let isDone = false;
  do {
    const page = await loadMessages(id, cursor);
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
    overlaps ||= page.messages.some(({ _id }) => messageItems.find(loaded, _id));
    isDone = until ? page.messages.some(({ _id }) => _id === until) : overlaps;
  } while (cursor && !isDone && pages.length < MISSED_PAGES_MAX);
  const [newest] = pages;
  if (overlaps || !cursor) {
    const missed = pages.flatMap(({ messages }) => messages);
    patchCached<MessagePages>(client, queryKey, (data) => withNewest(data, missed));
  } else if (newest) client.setQueryData<MessagePages>(queryKey, onePage(newest));
}

// ─── Live ────────────────────────────────────────────────────────────────────────────────────────

/** Asks for what a hint of the live stream says has changed. */
export async function followHint(client: QueryClient, hint: MessageHint): Promise<void> {
  const { conversationId, messageId } = hint;
  if (conversationId === null) return refreshMessages(client);
  const log = client.getQueryData<MessagePages>(messagesKeys.log(conversationId));
  // An earlier message was deleted. What happens to the newest one, the log notices by itself.
  const isChanged = messageItems
    .all(log)
    .slice(1)
    .some(({ _id }) => _id === messageId);
  await Promise.all([
    refreshConversation(client, conversationId),
    isChanged && catchUp(client, conversationId, messageId),
  ]);
}

/** Conversations being asked for. `true`: there has been another hint, so once more. */
const refreshing = new Map<string, boolean>();

/**
 * Asks for a conversation in which something happened. An open log notices by its last message that
 * it has to catch up. Several hints in a row cost two requests at most.
 */
async function refreshConversation(client: QueryClient, id: string): Promise<void> {
  if (refreshing.has(id)) {
    refreshing.set(id, true);
    return;
  }
  refreshing.set(id, false);
  try {
    await Promise.all([
      client.refetchQueries({ queryKey: messagesKeys.unread() }),
      isAnythingCached(client) && showLatest(client, id),
    ]);
  } finally {
    const wasAskedAgain = refreshing.get(id);
    refreshing.delete(id);
    if (wasAskedAgain) await refreshConversation(client, id);
  }
}

/**
 * Fetches a conversation and shows it. One that can't be loaded is marked for the next visit. Not
 * with `fetchQuery`: a screen that closes cancels the query's request, and then it returns what it
 * had.
 */
async function showLatest(client: QueryClient, id: string): Promise<void> {
  const before = cachedConversation(client, id);
  try {
    const conversation = await loadConversation(id);
    showConversation(client, conversation);
    // The first page of the inbox counts the requests.
    if (conversation.box === "requests" && before?.box !== "requests")
      await client.invalidateQueries({ queryKey: messagesKeys.list("inbox") });
  } catch {
    await client.invalidateQueries({ queryKey: messagesKeys.lists(), refetchType: "none" });
  }
}

/** Whether more than the unread count is cached: lists, or a conversation. */
const isAnythingCached = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ queryKey: messagesKeys.all })
    .some(({ queryKey }) => queryKey[1] !== "unread");

/** Asks again for what is on screen, because hints may have been missed. */
export async function refreshMessages(client: QueryClient): Promise<void> {
  const logs = client.getQueryCache().findAll({ queryKey: messagesKeys.logs(), type: "active" });
  await Promise.allSettled([
    client.invalidateQueries({
      queryKey: messagesKeys.all,
      predicate: ({ queryKey }) => !logs.some((log) => log.queryKey === queryKey),
    }),
    ...logs.map(({ queryKey }) => catchUp(client, String(queryKey.at(-1)))),
  ]);
}
