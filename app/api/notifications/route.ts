import { endpoints, memberRoute } from "@/lib/api/route";
import { notificationsAnswer, notificationsQuery } from "@/lib/notifications/contract";
import { listNotifications } from "@/lib/notifications/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: notificationsQuery, answer: notificationsAnswer }, ({ viewer, query }) =>
    listNotifications(viewer, query),
  ),
});
