import { endpoints, memberRoute } from "@/lib/api/server/route";
import {
  conversationAnswer,
  conversationsAnswer,
  conversationsQuery,
  newConversationBody,
} from "@/lib/messages/schema";
import { startConversation } from "@/lib/messages/server/conversation";
import { listConversations } from "@/lib/messages/server/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: conversationsQuery, answer: conversationsAnswer }, ({ viewer, query }) =>
    listConversations(viewer, query),
  ),
  POST: memberRoute(
    { body: newConversationBody, answer: conversationAnswer, limit: "write" },
    async ({ viewer, body }) => ({ conversation: await startConversation(viewer, body.userId) }),
  ),
});
