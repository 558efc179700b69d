import { endpoints, memberRoute } from "@/lib/api/server/route";
import {
  newNotificationAnswer,
  newNotificationBody,
  notificationsAnswer,
  notificationsQuery,
} from "@/lib/notifications/schema";
import { createNotification } from "@/lib/notifications/server/create";
import { listNotifications } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: notificationsQuery, answer: notificationsAnswer }, ({ viewer, query }) =>
    listNotifications(viewer, query),
  ),
  POST: memberRoute(
    { body: newNotificationBody, answer: newNotificationAnswer, status: 201, limit: "notify" },
    ({ viewer, body }) => createNotification(viewer, body),
  ),
});
