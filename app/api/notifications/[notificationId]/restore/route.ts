import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { notificationAnswer, notificationParams } from "@/lib/notifications/schema";
import { restoreNotification } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { params: notificationParams, body: emptyBody, answer: notificationAnswer, limit: "write" },
    async ({ viewer, params }) => ({
      notification: await restoreNotification(viewer, params.notificationId),
    }),
  ),
});
