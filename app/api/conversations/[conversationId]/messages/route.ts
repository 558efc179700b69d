import { endpoints, memberRoute } from "@/lib/api/server/route";
import {
  conversationParams,
  messagesAnswer,
  messagesQuery,
  newMessageAnswer,
  newMessageBody,
} from "@/lib/messages/schema";
import { listMessages } from "@/lib/messages/server/read";
import { sendMessage } from "@/lib/messages/server/send";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: conversationParams, query: messagesQuery, answer: messagesAnswer },
    ({ viewer, params, query }) => listMessages(viewer, params.conversationId, query),
  ),
  POST: memberRoute(
    {
      params: conversationParams,
      body: newMessageBody,
      answer: newMessageAnswer,
      status: 201,
      statuses: [200],
      limit: "message",
      limits: ["message_unanswered", "message_request", "new_message_request", "same_link", "same_site"],
    },
    async ({ viewer, params, body }) => {
      const { isNew, ...sent } = await sendMessage(viewer, params.conversationId, body);
      return isNew ? sent : Response.json(sent);
    },
  ),
});
