import { ApiError } from "@/lib/api/errors";
import { isFromOtherSite } from "@/lib/api/other-site";
import { endpoints, publicRoute } from "@/lib/api/route";
import { logoutBody } from "@/lib/auth/contract";
import { clearCookies, cookieSessionId } from "@/lib/auth/cookie";
import { closeSessions } from "@/lib/auth/service/sessions";
import { env } from "@/lib/platform/env";

/**
 * Reads the cookie, which can only end the session here, and a page of another site may not ask for that. No limit is
 * counted, which others could use up: without a genuine token or cookie it costs no query.
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

/** The address people use, and the one this request came to: a machine of one's own has several names. */
function ownOrigins(request: Request): string[] {
  const host = request.headers.get("host");
  return [new URL(env().APP_URL).origin, `http://${host}`, `https://${host}`];
}
