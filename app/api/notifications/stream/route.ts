import { endpoints, memberRoute } from "@/lib/api/server/route";
import { openStream } from "@/lib/notifications/server/stream";
import { tokenExpiry } from "@/lib/sessions/server/access";

/** How long a Vercel function may run a stream, in seconds. */
export const maxDuration = 300;

/** Proxies must neither compress nor buffer the events. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answerType: "text/event-stream" }, async ({ viewer, request }) => {
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const body = await openStream({
      viewer,
      expiresAt: tokenExpiry(request),
      version: request.headers.get("last-event-id") ?? undefined,
      signal: request.signal,
    });
    return new Response(body, { headers: HEADERS });
  }),
});
