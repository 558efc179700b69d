import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { subscriptionBody, unsubscribeBody } from "@/lib/notifications/schema";
import { subscribe, unsubscribe } from "@/lib/notifications/server/subscriptions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { body: subscriptionBody, answer: messageAnswer, status: 201, limit: "push" },
    async ({ viewer, body }) => {
      await subscribe(viewer, body);
      return { message: "Push notifications are on for this browser." };
    },
  ),
  DELETE: memberRoute(
    { body: unsubscribeBody, answer: messageAnswer, limit: "write", whileSuspended: true },
    async ({ viewer, body }) => {
      await unsubscribe(viewer, body.endpoint);
      return { message: "Push notifications are off for this browser." };
    },
  ),
});
