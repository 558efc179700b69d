import { endpoints, memberRoute } from "@/lib/api/server/route";
import { createNotification } from "@/lib/messages/server/notification";
import {
  newNotificationAnswer,
  newNotificationBody,
  notificationsAnswer,
  notificationsQuery,
} from "@/lib/notifications/schema";
import { listNotifications } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: notificationsQuery, answer: notificationsAnswer }, ({ viewer, query }) =>
    listNotifications(viewer, query),
  ),
  POST: memberRoute(
    {
      body: newNotificationBody,
      answer: newNotificationAnswer,
      status: 201,
      statuses: [200],
      limit: "notify",
      limits: ["notify_stranger", "same_link", "same_site"],
    },
    async ({ viewer, body }) => {
      const answer = await createNotification(viewer, body);
      return answer.created ? answer : Response.json(answer);
    },
  ),
});
