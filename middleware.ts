import { type NextFetchEvent, type NextRequest, NextResponse } from "next/server";
import type { JWT } from "next-auth/jwt";
import { type NextRequestWithAuth, withAuth } from "next-auth/middleware";
import { type OutboxAccess, outboxAccess } from "@/lib/dev/server/outbox-access";
import { ANONYMOUS_VIEWER, VIEWER_HEADER } from "@/lib/offline/cache-names";
import { clientNetwork, siteOf } from "@/lib/platform/client-network";
import { contentSecurityPolicy, REPORTING_ENDPOINTS } from "@/lib/platform/csp";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { takeToken } from "@/lib/platform/token-bucket";
import { PUBLIC_PATHS, resolveRedirect } from "@/lib/screens";
import { SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { authOptions } from "@/lib/sessions/server/auth-options";

/** Where embedded mode shows its replacement of Google. */
const GOOGLE_STAND_IN = "/dev/google/";

/**
 * Redirects people to the page that fits their session and profile, by the claims of the cookie and
 * without a query. This is a convenience, not access control. It also gives each page its nonce,
 * and names the page's viewer for the service worker, which caches pages. It does not run on /api,
 * media or files.
 */
export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  if (env().HAS_OUTBOX && request.nextUrl.pathname.startsWith("/dev/")) {
    const access = outboxAccess(request.headers);
    if (access !== "granted") return closedOutbox(access);
  }
  const standIn = env().GOOGLE_ISSUER_URL;
  if (standIn && request.nextUrl.pathname.startsWith(GOOGLE_STAND_IN)) {
    const path = request.nextUrl.pathname.slice(GOOGLE_STAND_IN.length);
    return NextResponse.rewrite(`${standIn}/${path}${request.nextUrl.search}`);
  }
  const { secret, cookies, jwt } = authOptions;
  // next-auth has only one page to redirect to, so it authorizes everyone and `resolveRedirect`
  // decides.
  const serve = withAuth(serveWithToken, { secret, cookies, jwt, callbacks: { authorized: () => true } });
  // next-auth skips paths it takes for files, such as /_nextish. They need a content security
  // policy too.
  return (await serve(request as NextRequestWithAuth, event)) ?? servePage(request);
}

/** Ignores the cookie when the browser has logged out but the server has not been notified yet. */
function serveWithToken(request: NextRequestWithAuth): NextResponse {
  return servePage(request, request.cookies.has(SIGNED_OUT) ? null : request.nextauth.token);
}

/**
 * Lets Next.js answer, or redirects the visitor. If `token` is undefined, the viewer is unknown and
 * the response does not name one.
 */
function servePage(request: NextRequest, token?: JWT | null): NextResponse {
  const limited = rateLimitResponse(request, token?.sub);
  if (limited) return limited;
  const target = resolveRedirect(request.nextUrl.pathname, request.nextUrl.search, token ?? undefined);
  if (target) {
    // Its target depends on the session: a browser that stored it would go round in circles.
    const headers = { "Cache-Control": "private, no-store" };
    return NextResponse.redirect(new URL(target, request.nextUrl), { headers });
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Reporting-Endpoints", REPORTING_ENDPOINTS);
  response.headers.set("X-Request-Id", crypto.randomUUID());
  // robots.txt asks engines not to read the others; this hides those named elsewhere from results.
  if (!PUBLIC_PATHS.includes(request.nextUrl.pathname)) response.headers.set("X-Robots-Tag", "noindex");
  if (token !== undefined) response.headers.set(VIEWER_HEADER, token?.sub ?? ANONYMOUS_VIEWER);
  return response;
}

/**
 * Asks for the outbox password. A request by another host name (DNS rebinding) gets no such prompt.
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
 * Rendering a page is expensive. Pages of members count as reads, others are counted per site.
 */
function rateLimitResponse(request: NextRequest, userId: string | undefined): NextResponse | undefined {
  try {
    if (userId) takeToken("read", userId);
    else takeToken("page_network", siteOf(clientNetwork(request.headers)));
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
    // Only known files are excluded: any other path may be a page (even a 404), and every page
    // needs its content security policy. /share is excluded because it is the only path outside the
    // API that takes a body, and Next.js copies the bodies of requests that run through here.
    {
      source:
        "/((?!api/|api$|media/(?:image|video)/upload|share$|_next/|\\.well-known/security\\.txt$|icons/(?:icon-192|icon-512|maskable-512|shortcut-[a-z]+)\\.png$|previews/(?:phone|desktop)\\.webp$|workers/(?:picture|video|libheif-[\\d.]+)\\.js$|(?:sw\\.js|favicon\\.ico|icon\\.svg|apple-icon\\.png|manifest\\.webmanifest|robots\\.txt|security\\.txt|sitemap\\.xml)$).*)",
    },
  ],
};
