import "server-only";
import { RECENT_MINUTES } from "@/lib/accounts/policy";
import { clearOidcCookie, hasLoggedOut, readCookie, sealInCookie } from "@/lib/accounts/server/oidc-cookie";
import type { OpenedSession } from "@/lib/accounts/server/sessions";
import { type Caller, signInVouched } from "@/lib/accounts/server/vouched";
import { LOGIN } from "@/lib/paths";
import { siteOf } from "@/lib/platform/client-network";
import { env } from "@/lib/platform/env";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import {
  beginOidc,
  endSessionUrl,
  finishOidc,
  hasOidc,
  OidcError,
  type OidcFailure,
} from "@/lib/platform/oidc";
import { takeLimit } from "@/lib/platform/rate-limit";
import { takeToken } from "@/lib/platform/token-bucket";

/**
 * Signing in at the college's issuer, in three steps: the browser is led there, comes back with a
 * code that is exchanged for an identity, and the login then opens a session for that.
 */

/** Where a browser is led next, and its cookie from then on. */
export type Step = { location: string; cookie: string };

/**
 * Redirects to the issuer, which asks again after a logout in this browser: else the next person is
 * one press away from the account of the person who left. Throws `not_found` where there is none,
 * and `rate_limited`.
 */
export const startOidc = (request: Request, ip: string): Promise<Step> =>
  step(ip, async () => {
    const { url, attempt } = await beginOidc({
      maxAge: RECENT_MINUTES * 60,
      asksAgain: hasLoggedOut(request),
    });
    return { location: url.href, cookie: await sealInCookie("attempt", attempt) };
  });

/** Redirects back to the login, with what the issuer said. Throws as `startOidc`. */
export const returnFromIssuer = (request: Request, ip: string): Promise<Step> =>
  step(ip, async () => {
    const attempt = await readCookie("attempt", request);
    if (!attempt) throw new OidcError("expired");
    const identity = await finishOidc(new URL(request.url).search, attempt);
    return { location: backAtLogin("done"), cookie: await sealInCookie("identity", identity) };
  });

const backAtLogin = (outcome: OidcFailure | "done") => `${LOGIN}?oidc=${outcome}`;

/** A browser shows what these calls answer, so that a failure shows the login, too. */
async function step(ip: string, take: () => Promise<Step>): Promise<Step> {
  if (!hasOidc()) throw notFoundError();
  // They are opened like pages, and cost the issuer as much.
  takeToken("page_network", siteOf(ip));
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    return { location: backAtLogin(error.failure), cookie: clearOidcCookie() };
  }
}

/**
 * Opens a session for the identity that the browser came back with. Throws `invalid_credential`
 * (401) without one, `email_domain` (403) and `not_found` as `signInVouched`, and `rate_limited`,
 * which counts against the account at the issuer.
 */
export async function signInWithOidc(request: Request, caller: Caller): Promise<OpenedSession> {
  if (!hasOidc()) throw notFoundError();
  const identity = await readCookie("identity", request);
  if (!identity) throw new ApiError("invalid_credential", "That sign-in took too long. Please try again.");
  await takeLimit("oidc_account", identity.sub);
  return signInVouched({ ...identity, provider: "oidc", shownAt: identity.authTime }, caller);
}

/** Where a browser goes after logging out: the issuer, to end its session there, or the login. */
export async function endAtIssuer(ip: string): Promise<string> {
  if (!hasOidc() || !env().OIDC_LOGOUT) throw notFoundError();
  takeToken("page_network", siteOf(ip));
  return (await endSessionUrl(LOGIN))?.href ?? LOGIN;
}
