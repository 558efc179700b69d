import { endpoints, memberRoute } from "@/lib/api/server/route";
import { conversationParams, seenBody, unreadAnswer } from "@/lib/messages/schema";
import { markSeen } from "@/lib/messages/server/conversation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { params: conversationParams, body: seenBody, answer: unreadAnswer, limit: "write" },
    async ({ viewer, params, body }) => ({
      unreadCount: await markSeen(viewer, params.conversationId, body.messageId),
    }),
  ),
});
