import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { Conversation } from "@/lib/messages/schema";
import { pagedList } from "@/lib/query/pages";

export type MessageBox = Conversation["box"];

/** Cache keys of messages. */
export const messagesKeys = {
  all: ["messages"] as const,
  unread: () => [...messagesKeys.all, "unread"] as const,
  lists: () => [...messagesKeys.all, "list"] as const,
  list: (box: MessageBox) => [...messagesKeys.lists(), box] as const,
  conversation: (id: string) => [...messagesKeys.all, "conversation", id] as const,
  logs: () => [...messagesKeys.all, "log"] as const,
  log: (id: string) => [...messagesKeys.logs(), id] as const,
  preferences: () => [...messagesKeys.all, "preferences"] as const,
  /** Mutation key of sending; nothing is cached under it. */
  send: (id: string) => [...messagesKeys.all, "send", id] as const,
};

/** How many conversations of the inbox have something unread. */
export const unreadMessagesOptions = () =>
  queryOptions({
    queryKey: messagesKeys.unread(),
    queryFn: async ({ signal }) => (await api.get("/conversations/unread", { signal })).unreadCount,
  });

/** The cached number of unread conversations; 0 until it is loaded. */
export const useUnreadMessages = (): number =>
  useQuery({ ...unreadMessagesOptions(), enabled: false }).data ?? 0;

/** A box's conversations, the latest first. */
export const conversationsOptions = (box: MessageBox) =>
  pagedList(messagesKeys.list(box), (cursor, signal) =>
    api.get("/conversations", { query: { box, cursor }, signal }),
  );

export const loadConversation = async (id: string, signal?: AbortSignal) =>
  (await api.get("/conversations/{conversationId}", { params: { conversationId: id }, signal })).conversation;

export const conversationOptions = (id: string) =>
  queryOptions({
    queryKey: messagesKeys.conversation(id),
    queryFn: ({ signal }) => loadConversation(id, signal),
  });

export const loadMessages = (id: string, cursor: string | undefined, signal?: AbortSignal) =>
  api.get("/conversations/{conversationId}/messages", {
    params: { conversationId: id },
    query: { cursor },
    signal,
  });

/** A conversation's messages, newest first. */
export const logOptions = (id: string) => ({
  ...pagedList(messagesKeys.log(id), (cursor, signal) => loadMessages(id, cursor, signal)),
  // What is new is added to it (`catchUp` in cache.ts). A refetch would load every page again.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who may write to the viewer first, and whether what was seen is shown. */
export const messagePreferencesOptions = () =>
  queryOptions({
    queryKey: messagesKeys.preferences(),
    queryFn: async ({ signal }) => (await api.get("/conversations/preferences", { signal })).preferences,
  });
