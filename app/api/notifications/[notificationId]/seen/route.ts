import { emptySpecifiedBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { notificationAnswer, notificationParams } from "@/lib/notifications/schema";
import { markSeen } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    {
      params: notificationParams,
      body: emptySpecifiedBody,
      answer: notificationAnswer,
      limit: "write",
      whileSuspended: true,
    },
    async ({ viewer, params }) => ({ notification: await markSeen(viewer, params.notificationId) }),
  ),
});
