import { endpoints, memberRoute } from "@/lib/api/route";
import {
  newNotificationBody,
  notificationAnswer,
  notificationsAnswer,
  notificationsQuery,
} from "@/lib/notifications/contract";
import { listNotifications } from "@/lib/notifications/service/inbox";
import { createNotification } from "@/lib/notifications/service/write";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: notificationsQuery, answer: notificationsAnswer }, ({ viewer, query }) =>
    listNotifications(viewer, query),
  ),
  POST: memberRoute(
    { body: newNotificationBody, answer: notificationAnswer, status: 201, limit: "notify" },
    async ({ viewer, body }) => ({ notification: await createNotification(viewer, body) }),
  ),
});
