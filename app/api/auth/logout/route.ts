import { closeSessions } from "@/lib/accounts/server/sessions";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { isFromOtherSite } from "@/lib/offline/other-site";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { logoutBody } from "@/lib/sessions/schema";
import { clearCookies, cookieSessionId } from "@/lib/sessions/server/cookie";

/**
 * Reads the cookie, which can only end the session here, and a page of another site may not ask for
 * that. No limit is counted, which others could use up: without a genuine token or cookie it costs
 * no query.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: logoutBody }, async ({ request, body, replyHeaders }) => {
    if (isFromOtherSite(request.headers, ownOrigins(request))) {
      throw new ApiError("forbidden", "Another site can't log you out.");
    }
    await closeSessions({ refreshToken: body.refreshToken, sessionId: await cookieSessionId(request) });
    clearCookies(replyHeaders);
    return undefined;
  }),
});

/**
 * The address people use, and the one this request came to: a machine of one's own has several
 * names.
 */
function ownOrigins(request: Request): string[] {
  const host = request.headers.get("host");
  return [new URL(env().APP_URL).origin, `http://${host}`, `https://${host}`];
}
