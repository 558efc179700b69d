import { NextRequest } from "next/server";
import { ApiError } from "@/lib/api/errors";
import { isFromOtherSite } from "@/lib/api/other-site";
import { endpoints, publicRoute } from "@/lib/api/route";
import { logoutBody } from "@/lib/auth/contract";
import { clearCookies, sessionOf } from "@/lib/auth/cookie";
import { closeSessions } from "@/lib/auth/service/sessions";
import { env } from "@/lib/platform/env";

/**
 * The one call of the API that reads the cookie: it can only end the session, and a page of another site may not make it.
 * No limit is counted, which others could use up: without a genuine token or cookie it costs no query.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: logoutBody }, async ({ request, body, replyHeaders }) => {
    if (isFromOtherSite(request.headers, ownOrigins(request))) {
      throw new ApiError("forbidden", "Another site can't log you out.");
    }
    const { cookies } = new NextRequest(request.url, { headers: request.headers });
    await closeSessions(body.refreshToken, await sessionOf(cookies));
    clearCookies(replyHeaders);
    return undefined;
  }),
});

/** The address people use, and the one this request came to: a machine of one's own has several names. */
function ownOrigins(request: Request): string[] {
  const host = request.headers.get("host");
  return [new URL(env().APP_URL).origin, `http://${host}`, `https://${host}`];
}
