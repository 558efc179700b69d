import { endpoints, memberRoute } from "@/lib/api/server/route";
import { deletedMessageAnswer, messageParams } from "@/lib/messages/schema";
import { deleteMessage } from "@/lib/messages/server/send";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: messageParams, answer: deletedMessageAnswer, limit: "write" },
    async ({ viewer, params }) => ({
      message: await deleteMessage(viewer, params.conversationId, params.messageId),
    }),
  ),
});
