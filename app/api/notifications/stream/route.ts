import { endpoints, memberRoute } from "@/lib/api/server/route";
import { openStream } from "@/lib/notifications/server/stream";
import { tokenExpiry } from "@/lib/sessions/server/access";

/** How long a function may hold a stream, in seconds, for Vercel. */
export const maxDuration = 300;

/** Nothing in between may keep the events back: no compression, no buffer of a proxy. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "private, no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({}, async ({ viewer, request }) => {
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const body = await openStream({
      viewer,
      ends: tokenExpiry(request),
      version: request.headers.get("last-event-id") ?? undefined,
      signal: request.signal,
    });
    return new Response(body, { headers: HEADERS });
  }),
});
