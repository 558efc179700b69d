import { endpoints, memberRoute } from "@/lib/api/server/route";
import { preferencesAnswer, preferencesBody } from "@/lib/notifications/schema";
import { getPreferences, setPreferences } from "@/lib/notifications/server/preferences";
import { pushPublicKey } from "@/lib/platform/web-push";

const pushKey = () => pushPublicKey() ?? null;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: preferencesAnswer }, async ({ viewer }) => ({
    preferences: await getPreferences(viewer),
    pushKey: pushKey(),
  })),
  PUT: memberRoute(
    { body: preferencesBody, answer: preferencesAnswer, limit: "write" },
    async ({ viewer, body }) => ({
      preferences: await setPreferences(viewer, body),
      pushKey: pushKey(),
    }),
  ),
});
