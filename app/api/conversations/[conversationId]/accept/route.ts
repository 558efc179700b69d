import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { conversationAnswer, conversationParams } from "@/lib/messages/schema";
import { acceptRequest } from "@/lib/messages/server/conversation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: conversationParams, body: emptyBody, answer: conversationAnswer, limit: "write" },
    async ({ viewer, params }) => ({ conversation: await acceptRequest(viewer, params.conversationId) }),
  ),
});
