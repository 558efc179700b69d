import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { viewedAnswer } from "@/lib/notifications/schema";
import { viewNotifications } from "@/lib/notifications/server/inbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { body: emptyBody, answer: viewedAnswer, limit: "write", whileSuspended: true },
    async ({ viewer }) => ({ viewedAt: (await viewNotifications(viewer)).toISOString() }),
  ),
});
