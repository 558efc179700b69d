import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { notificationParams } from "@/lib/notifications/schema";
import { deleteNotification } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: notificationParams, answer: messageAnswer, limit: "write" },
    async ({ viewer, params }) => {
      await deleteNotification(viewer, params.notificationId);
      return { message: "Notification deleted." };
    },
  ),
});
