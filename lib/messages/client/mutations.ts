import { type QueryClient, useMutation, useMutationState } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { messageOf } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import {
  addUnread,
  cachedConversation,
  emptyConversation,
  markDeleted,
  patchConversation,
  showConversation,
  showMessage,
} from "@/lib/messages/client/cache";
import { messagesKeys } from "@/lib/messages/client/queries";
import type { Message, MessagePreferences } from "@/lib/messages/schema";
import {
  dequeueTarget,
  enqueueMessage,
  isWaiting,
  onQueueChange,
  type QueuedMessage,
  type QueueHandlers,
  queued,
  queuedActions,
} from "@/lib/query/offline-queue";
import { optimistic, untilLeft } from "@/lib/query/optimistic";
import { INTERNAL_ERROR } from "@/lib/text/errors";

// ─── Sending ─────────────────────────────────────────────────────────────────────────────────────

/** A text on its way. `clientId` makes it one message, however often it is sent. */
export type Outgoing = Pick<QueuedMessage, "conversationId" | "text" | "clientId" | "createdAt">;

export const newOutgoing = (conversationId: string, text: string): Outgoing => ({
  conversationId,
  text: text.trim(),
  clientId: newClientId(),
  createdAt: new Date().toISOString(),
});

/** `crypto.randomUUID` is missing on insecure origins. */
export function newClientId(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type MessageContent = { text?: string; postId?: string; clientId: string };

async function postMessage(client: QueryClient, conversationId: string, body: MessageContent) {
  const answer = await api.post("/conversations/{conversationId}/messages", {
    params: { conversationId },
    body,
  });
  showMessage(client, answer.message);
  showConversation(client, answer.conversation);
  return answer;
}

/** While the page is left, its requests fail. One that began then could arrive before those. */
let isLeaving = false;
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => (isLeaving = true));
  window.addEventListener("pageshow", () => (isLeaving = false));
}

/** The last message on its way to each conversation: the next one waits for it. */
const lastSends = new Map<string, Promise<unknown>>();

function inOrder<Answer>(conversationId: string, send: () => Promise<Answer>): Promise<Answer> {
  const turn = (lastSends.get(conversationId) ?? Promise.resolve()).then(send, send);
  lastSends.set(conversationId, turn);
  return turn;
}

const hasWaiting = (conversationId: string) =>
  queuedActions().some(
    (action) => action.kind === "message" && action.conversationId === conversationId && isWaiting(action),
  );

/**
 * Sends a message, after those that are on their way. Offline it is queued; when the server rejects
 * it or fails, it stays in the queue as not sent. Both outlive the page.
 */
export function useSendMessage(conversationId: string) {
  return useMutation({
    mutationKey: messagesKeys.send(conversationId),
    mutationFn: async (message: Outgoing, { client }) => {
      const { text, clientId } = message;
      const action = { ...message, kind: "message" } as const;
      if (hasWaiting(conversationId) && enqueueMessage(action)) return;
      // What is unanswered when the page is left is sent from the next one. Its id makes it one
      // message, should it have arrived.
      const send = async () => {
        if (isLeaving) throw new Error(INTERNAL_ERROR);
        return postMessage(client, conversationId, { text, clientId });
      };
      const leave = () => enqueueMessage(action);
      try {
        await queued(action, () => untilLeft(() => inOrder(conversationId, send), leave));
      } catch (error) {
        if (!enqueueMessage(action, messageOf(error))) throw error;
      }
    },
  });
}

/** A message in the offline queue. The log shows it itself (`useOutgoing`). */
export const queuedMessage: QueueHandlers["message"] = {
  send: async (client, { conversationId, text, clientId }) => {
    await postMessage(client, conversationId, { text, clientId });
  },
};

/** Takes back a message that was not sent. */
export const discardMessage = (message: Outgoing): void => dequeueTarget({ ...message, kind: "message" });

export type ShownOutgoing = Outgoing & {
  state: "sending" | "waiting" | "failed";
  /** Why it failed. */
  failure?: string | undefined;
};

const NONE: ReturnType<typeof queuedActions> = [];

/** The messages of a conversation that are not confirmed yet, in the order they were written. */
export function useOutgoing(conversationId: string): ShownOutgoing[] {
  const pending = useMutationState({
    filters: { mutationKey: messagesKeys.send(conversationId), status: "pending" },
    select: ({ state }) => state.variables as Outgoing,
  });
  const queued = useSyncExternalStore(onQueueChange, queuedActions, () => NONE);
  const shown = new Map<string, ShownOutgoing>();
  for (const action of queued) {
    if (action.kind !== "message" || action.conversationId !== conversationId) continue;
    shown.set(action.clientId, { ...action, state: action.failure ? "failed" : "waiting" });
  }
  for (const message of pending) {
    if (!shown.has(message.clientId)) shown.set(message.clientId, { ...message, state: "sending" });
  }
  return [...shown.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

async function openConversation(client: QueryClient, userId: string) {
  const { conversation } = await api.post("/conversations", { body: { userId } });
  showConversation(client, conversation);
  return conversation;
}

/** Opens the conversation with a person. */
export const useWriteTo = () =>
  useMutation({
    mutationFn: ({ userId }: { userId: string }, { client }) => openConversation(client, userId),
  });

/** Sends a post to a person, with a note if there is one. Returns the message. */
export const useSendPost = () =>
  useMutation({
    mutationFn: async ({ userId, ...content }: MessageContent & { userId: string }, { client }) => {
      const { _id } = await openConversation(client, userId);
      return (await postMessage(client, _id, content)).message;
    },
  });

// ─── Reading and deleting ────────────────────────────────────────────────────────────────────────

/** Reports to the server what has been seen. A failure is left: the next message says it again. */
export const useMarkSeen = (conversationId: string) =>
  useMutation(
    optimistic({
      mutationFn: (messageId: string) =>
        api.put("/conversations/{conversationId}/seen", { params: { conversationId }, body: { messageId } }),
      cancel: messagesKeys.unread(),
      apply: (client) => {
        const wasUnread = (cachedConversation(client, conversationId)?.unreadCount ?? 0) > 0;
        if (wasUnread) addUnread(client, -1);
        const rollback = patchConversation(client, conversationId, (shown) => ({
          ...shown,
          unreadCount: 0,
          firstUnreadId: null,
        }));
        return () => {
          if (wasUnread) addUnread(client, 1);
          rollback();
        };
      },
      settle: (client, { unreadCount }) => client.setQueryData(messagesKeys.unread(), unreadCount),
    }),
  );

/** Moves a request to the inbox. */
export const useAcceptRequest = (conversationId: string) =>
  useMutation({
    mutationFn: () => api.post("/conversations/{conversationId}/accept", { params: { conversationId } }),
    onSuccess: ({ conversation }, _variables, _result, { client }) => {
      showConversation(client, conversation);
      void client.invalidateQueries({ queryKey: messagesKeys.lists() });
      void client.invalidateQueries({ queryKey: messagesKeys.unread() });
    },
  });

/** Deletes a conversation for the viewer alone. */
export const useDeleteConversation = (conversationId: string) =>
  useMutation({
    mutationFn: () => api.delete("/conversations/{conversationId}", { params: { conversationId } }),
    onSuccess: (_answer, _variables, _result, { client }) => {
      emptyConversation(client, conversationId);
      void client.invalidateQueries({ queryKey: messagesKeys.lists() });
      void client.invalidateQueries({ queryKey: messagesKeys.unread() });
    },
  });

/** Deletes an own message for both sides; it comes back on error. */
export const useDeleteMessage = () =>
  useMutation(
    optimistic({
      mutationFn: ({ conversationId, _id }: Message) =>
        api.delete("/conversations/{conversationId}/messages/{messageId}", {
          params: { conversationId, messageId: _id },
        }),
      apply: markDeleted,
      settle: (client, { message }) => showMessage(client, message),
    }),
  );

// ─── Preferences ─────────────────────────────────────────────────────────────────────────────────

export function useSetMessagePreferences() {
  const queryKey = messagesKeys.preferences();
  return useMutation(
    optimistic({
      cancel: queryKey,
      mutationFn: (body: Partial<MessagePreferences>) => api.put("/conversations/preferences", { body }),
      apply: (client, changes) => {
        const before = client.getQueryData<MessagePreferences>(queryKey);
        client.setQueryData<MessagePreferences>(queryKey, before && { ...before, ...changes });
        return () => client.setQueryData(queryKey, before);
      },
      settle: (client, { preferences }) => client.setQueryData(queryKey, preferences),
    }),
  );
}
