import { markLeft } from "@/lib/accounts/server/oidc-cookie";
import { closeSessions } from "@/lib/accounts/server/sessions";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { isFromOtherSite } from "@/lib/offline/other-site";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { hasOidc } from "@/lib/platform/oidc";
import { logoutBody } from "@/lib/sessions/schema";
import { clearCookies, cookieSessionId } from "@/lib/sessions/server/cookie";

/**
 * Accepts the cookie as well, since it can only end its own session here; other sites may not send
 * the request. There is no rate limit that others could use up: without a valid token or cookie it
 * costs no query.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: publicRoute({ body: logoutBody }, async ({ request, body, replyHeaders }) => {
    if (isFromOtherSite(request.headers, ownOrigins(request))) {
      throw new ApiError("forbidden", "Another site can't log you out.");
    }
    await closeSessions({ refreshToken: body.refreshToken, sessionId: await cookieSessionId(request) });
    clearCookies(replyHeaders);
    if (hasOidc()) replyHeaders.append("Set-Cookie", markLeft());
    return undefined;
  }),
});

/**
 * The public origin, and the one this request was sent to: a self-hosted server may have several
 * names.
 */
function ownOrigins(request: Request): string[] {
  const host = request.headers.get("host");
  return [new URL(env().APP_URL).origin, `http://${host}`, `https://${host}`];
}
