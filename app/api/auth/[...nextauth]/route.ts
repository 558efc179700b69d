import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { closeSessions } from "@/lib/accounts/server/sessions";
import { catchAll, endpoints, publicRoute } from "@/lib/api/server/route";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { cookieSessionAnswer, csrfAnswer, signoutAnswer, signoutBody } from "@/lib/sessions/schema";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";

/**
 * The parts of next-auth that are exposed: reading the session of the cookie, and signing out. Its
 * sign-in routes and pages are not: people sign in through the routes next to this one.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = catchAll("nextauth", {
  csrf: endpoints({
    GET: publicRoute({ answer: csrfAnswer }, ({ request }) => askNextAuth(request, "csrf")),
  }),
  session: endpoints({
    // The cookie alone does not show whether its session has ended.
    GET: publicRoute({ answer: cookieSessionAnswer }, async ({ request }) =>
      (await pageViewerOrBanned()) ? askNextAuth(request, "session") : Response.json({}),
    ),
  }),
  signout: endpoints({
    POST: publicRoute({ body: signoutBody, answer: signoutAnswer }, async ({ request, body }) => {
      let ending: Promise<void> | undefined;
      const signOut = ({ token }: { token: { sid: string } }) => {
        ending = closeSessions({ sessionId: token.sid });
        return ending;
      };
      const answer = await askNextAuth(request, "signout", body, { signOut });
      // next-auth continues when this fails, but the cookie must not be removed before its session
      // has ended.
      await ending;
      const { url } = await answer.clone().json();
      if (url.endsWith("?csrf=true")) {
        throw new ApiError("forbidden", "That CSRF token is over. Please ask for a new one.");
      }
      return answer;
    }),
  }),
});

/** Calls next-auth without the query of the request, so that no one can pass in a redirect URL. */
async function askNextAuth(
  { url }: Request,
  action: "csrf" | "session" | "signout",
  body?: object,
  events: NextAuthOptions["events"] = {},
): Promise<Response> {
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // With `json`, it answers with a URL instead of a redirect.
    body: JSON.stringify({ ...body, json: "true" }),
  };
  const request = new NextRequest(new URL(`/api/auth/${action}`, url), body ? post : {});
  try {
    const context = { params: Promise.resolve({ nextauth: [action] }) };
    const answer: Response = await NextAuth(request, context, { ...authOptions, events });
    // The API sets the same cache headers on every answer.
    answer.headers.delete("Cache-Control");
    if (answer.status < 500) return answer;
  } catch (error) {
    log().debug({ err: error }, "unreadable cookies");
  }
  // The settings are checked at startup, so the cause is a cookie next-auth did not write.
  throw new ApiError("bad_request", "The cookies of this request can't be read.");
}
