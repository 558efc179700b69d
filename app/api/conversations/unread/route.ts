import { endpoints, memberRoute } from "@/lib/api/server/route";
import { unreadAnswer } from "@/lib/messages/schema";
import { countUnreadConversations } from "@/lib/messages/server/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: unreadAnswer }, async ({ viewer }) => ({
    unreadCount: await countUnreadConversations(viewer),
  })),
});
