import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { conversationAnswer, conversationParams } from "@/lib/messages/schema";
import { hideConversation } from "@/lib/messages/server/conversation";
import { getConversation } from "@/lib/messages/server/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: conversationParams, answer: conversationAnswer },
    async ({ viewer, params }) => ({ conversation: await getConversation(viewer, params.conversationId) }),
  ),
  DELETE: memberRoute(
    { params: conversationParams, answer: messageAnswer, limit: "write" },
    async ({ viewer, params }) => {
      await hideConversation(viewer, params.conversationId);
      return { message: "Conversation deleted." };
    },
  ),
});
