import { endpoints, memberRoute } from "@/lib/api/route";
import { seenAllAnswer } from "@/lib/notifications/contract";
import { markAllSeen } from "@/lib/notifications/service/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute({ answer: seenAllAnswer, limit: "write" }, async ({ viewer }) => ({
    updated: await markAllSeen(viewer),
  })),
});
