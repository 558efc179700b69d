import { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import { closeSessions } from "@/lib/accounts/server/sessions";
import { catchAll, endpoints, publicRoute } from "@/lib/api/server/route";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { signoutBody } from "@/lib/sessions/schema";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/**
 * What is open of next-auth: whose the cookie is, and signing out with it. Its ways of signing in
 * and its pages are no addresses here: there is one door, and it is in the routes beside this one.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = catchAll("nextauth", {
  csrf: endpoints({
    GET: publicRoute({}, ({ request }) => askNextAuth(request, "csrf")),
  }),
  session: endpoints({
    // The cookie alone does not know that its session has ended.
    GET: publicRoute({}, async ({ request }) =>
      (await pageViewer()) ? askNextAuth(request, "session") : Response.json({}),
    ),
  }),
  signout: endpoints({
    POST: publicRoute({ body: signoutBody }, async ({ request, body }) => {
      let ending: Promise<void> | undefined;
      const signOut = ({ token }: { token: { sid: string } }) => {
        ending = closeSessions({ sessionId: token.sid });
        return ending;
      };
      const answer = await askNextAuth(request, "signout", body, { signOut });
      // next-auth goes on when this fails; a cookie must not be gone before its session is.
      await ending;
      const { url } = await answer.clone().json();
      if (url.endsWith("?csrf=true")) {
        throw new ApiError("forbidden", "That CSRF token is over. Please ask for a new one.");
      }
      return answer;
    }),
  }),
});

/** next-auth's answer to a call without a query: addresses to go on to are taken from nobody. */
async function askNextAuth(
  { url }: Request,
  action: "csrf" | "session" | "signout",
  body?: object,
  events: NextAuthOptions["events"] = {},
): Promise<Response> {
  const post = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    // It answers with an address to go on to, and not with a redirect, to whoever wants JSON.
    body: JSON.stringify({ ...body, json: "true" }),
  };
  const request = new NextRequest(new URL(`/api/auth/${action}`, url), body ? post : {});
  try {
    const context = { params: Promise.resolve({ nextauth: [action] }) };
    const answer: Response = await NextAuth(request, context, { ...authOptions, events });
    // The API has one rule for caches, set for every answer.
    answer.headers.delete("Cache-Control");
    if (answer.status < 500) return answer;
  } catch (error) {
    log().debug({ err: error }, "unreadable cookies");
  }
  // The settings are checked when the server starts. What is left are cookies next-auth did not
  // write.
  throw new ApiError("bad_request", "The cookies of this request can't be read.");
}
