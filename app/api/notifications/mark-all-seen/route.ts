import { endpoints, memberRoute } from "@/lib/api/server/route";
import { seenAllAnswer, seenAllBody } from "@/lib/notifications/schema";
import { markAllSeen } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { body: seenAllBody, answer: seenAllAnswer, limit: "write", whileSuspended: true },
    async ({ viewer, body }) => ({
      updated: await markAllSeen(viewer, body ?? {}),
    }),
  ),
});
