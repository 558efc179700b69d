import { endpoints, memberRoute } from "@/lib/api/route";
import { seenAllAnswer, seenAllBody } from "@/lib/notifications/contract";
import { markAllSeen } from "@/lib/notifications/service/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { body: seenAllBody, answer: seenAllAnswer, limit: "write" },
    async ({ viewer, body }) => ({
      updated: await markAllSeen(viewer, body?.ids),
    }),
  ),
});
