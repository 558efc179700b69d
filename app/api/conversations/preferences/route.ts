import { endpoints, memberRoute } from "@/lib/api/server/route";
import { messagePreferencesAnswer, messagePreferencesBody } from "@/lib/messages/schema";
import { getMessagePreferences, setMessagePreferences } from "@/lib/messages/server/conversation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: messagePreferencesAnswer }, async ({ viewer }) => ({
    preferences: await getMessagePreferences(viewer),
  })),
  PUT: memberRoute(
    { body: messagePreferencesBody, answer: messagePreferencesAnswer, limit: "write" },
    async ({ viewer, body }) => ({ preferences: await setMessagePreferences(viewer, body) }),
  ),
});
