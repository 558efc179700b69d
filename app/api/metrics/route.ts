import { endpoints, publicRoute } from "@/lib/api/server/route";
import { readMetrics } from "@/lib/metrics/server/metrics";
import { env } from "@/lib/platform/env";
import { requireSecret } from "@/lib/sessions/server/access";

/** For Prometheus, with METRICS_TOKEN as a bearer. Without that variable the route answers 404. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ answerType: "text/plain" }, async ({ request }) => {
    requireSecret(request, env().METRICS_TOKEN);
    const { text, type } = await readMetrics();
    return new Response(text, { headers: { "Content-Type": type } });
  }),
});
