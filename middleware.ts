import { type NextFetchEvent, type NextRequest, NextResponse } from "next/server";
import type { JWT } from "next-auth/jwt";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { type OutboxAccess, outboxAccess } from "@/lib/dev/server/outbox-access";
import { ANONYMOUS_VIEWER, VIEWER_HEADER } from "@/lib/offline/cache-names";
import { clientNetwork } from "@/lib/platform/client-network";
import { contentSecurityPolicy, REPORTING_ENDPOINTS } from "@/lib/platform/csp";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { takeToken } from "@/lib/platform/token-bucket";
import { resolveRedirect } from "@/lib/screens";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { SIGNED_OUT } from "@/lib/sessions/signed-out-marker";

/**
 * Comfort, never the guard: sends people to the page that fits their session and profile, from the
 * cookie's claims and without a query. It also gives each page its nonce, and says whose it is to
 * the worker that keeps pages for when there is no connection. It does not run on /api, on media or
 * on files.
 */
export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  if (env().EMBEDDED && request.nextUrl.pathname.startsWith("/dev/")) {
    const access = outboxAccess(request.headers);
    if (access !== "granted") return closedOutbox(access);
  }
  const { secret, cookies } = authOptions;
  // Everybody is let through: `resolveRedirect` knows more pages than one to send people to.
  const serve = withAuth(serveWithToken, { secret, cookies, callbacks: { authorized: () => true } });
  // next-auth leaves alone what it takes for files, such as /_nextish. No page goes without its
  // policy.
  return (await serve(request as NextRequestWithAuth, event)) ?? servePage(request);
}

/**
 * The browser may have logged out and the server not have heard of it: then the cookie counts for
 * nothing.
 */
function serveWithToken(request: NextRequestWithAuth): NextResponse {
  return servePage(request, request.cookies.has(SIGNED_OUT) ? null : request.nextauth.token);
}

/**
 * Lets Next.js answer, or sends the visitor elsewhere. Without `token` nothing is said of whose
 * page it is.
 */
function servePage(request: NextRequest, token?: JWT | null): NextResponse {
  const busy = refuseTooMany(request, token?.sub);
  if (busy) return busy;
  const target = resolveRedirect(request.nextUrl.pathname, request.nextUrl.search, token ?? undefined);
  if (target) return NextResponse.redirect(new URL(target, request.nextUrl));

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Reporting-Endpoints", REPORTING_ENDPOINTS);
  response.headers.set("X-Request-Id", crypto.randomUUID());
  if (token !== undefined) response.headers.set(VIEWER_HEADER, token?.sub ?? ANONYMOUS_VIEWER);
  return response;
}

/**
 * Has the browser ask for the password, and tells a page that came here by another site's name
 * nothing.
 */
function closedOutbox(access: OutboxAccess): NextResponse {
  const headers = {
    "Cache-Control": "no-store",
    "WWW-Authenticate": 'Basic realm="Outbox", charset="UTF-8"',
  };
  return access === "password_needed"
    ? new NextResponse("The outbox opens with its password.\n", { status: 401, headers })
    : new NextResponse("The outbox opens by an address of this machine.\n", { status: 403 });
}

const NETWORK_BUSY = "Very many pages are being opened from your network. Please try again in a moment.";

/**
 * A page costs a rendering: a member's count as reads, those of people without a session per
 * network.
 */
function refuseTooMany(request: NextRequest, userId: string | undefined): NextResponse | undefined {
  try {
    if (userId) takeToken("read", userId);
    else takeToken("page_network", clientNetwork(request.headers));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const headers = {
      ...error.headers,
      "Cache-Control": "private, no-store",
      "Content-Type": "text/plain; charset=utf-8",
      "X-Request-Id": crypto.randomUUID(),
    };
    const message = userId ? error.message : NETWORK_BUSY;
    return new NextResponse(message, { status: error.status, headers });
  }
}

export const config = {
  runtime: "nodejs",
  matcher: [
    // Only what is a file by name is left alone: any other address may turn out to be a page (a
    // 404, for one), and no page goes without its policy. Nor does it run on /share, the one
    // address outside the API that takes a body: what runs here has bodies copied for it.
    {
      source:
        "/((?!api/|api$|media/(?:image|video)/upload|share$|_next/|icons/(?:icon-192|icon-512|maskable-512)\\.png$|(?:sw\\.js|favicon\\.ico|icon\\.svg|apple-icon\\.png|manifest\\.webmanifest)$).*)",
    },
  ],
};
