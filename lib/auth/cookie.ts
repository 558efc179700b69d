import "server-only";
import { decode, encode } from "next-auth/jwt";
import { REFRESH_DAYS } from "@/lib/auth/contract";
import { SIGNED_OUT } from "@/lib/auth/signed-out-marker";
import { env } from "@/lib/platform/env";

/**
 * The next-auth session cookie (JWT strategy). It opens pages and nothing else: middleware and server
 * components read it, the API never does, so a forged form post can do nothing (docs/decisions/0001).
 */

export type CookieSession = { userId: string; sessionId: string; profileComplete: boolean };

const MAX_AGE = REFRESH_DAYS * 24 * 60 * 60;

const isSecure = () => env().APP_URL.startsWith("https://");

const NAME = "next-auth.session-token";

/** On https the name's prefix makes browsers take the cookie from this very host and over https alone. */
export const cookieName = () => `${isSecure() ? "__Host-" : ""}${NAME}`;

/** The name on https until November 2026. Sessions of then are read until the last of their cookies is over, 30 days on. */
const formerName = () => (isSecure() ? `__Secure-${NAME}` : undefined);

/** A `Set-Cookie` value for a session. */
export async function writeCookie(session: CookieSession): Promise<string> {
  const token = await encode({
    token: { sub: session.userId, sid: session.sessionId, profileComplete: session.profileComplete },
    secret: env().NEXTAUTH_SECRET,
    maxAge: MAX_AGE,
  });
  return `${cookieName()}=${token}; ${attributes(MAX_AGE)}`;
}

/** Has an answer remove the session cookie, and with it the marker that stood in for its removal. */
export function clearCookies(replyHeaders: Headers): void {
  for (const name of [cookieName(), formerName()]) {
    if (name) replyHeaders.append("Set-Cookie", `${name}=; ${attributes(0)}`);
  }
  replyHeaders.append("Set-Cookie", `${SIGNED_OUT}=; Path=/; Max-Age=0; SameSite=Lax`);
}

const attributes = (maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

/** What a cookie's value says; undefined when it is missing, forged or over. */
export async function readCookie(value: string | undefined): Promise<CookieSession | undefined> {
  if (!value) return undefined;
  try {
    const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET });
    if (typeof token?.sub !== "string" || typeof token.sid !== "string") return undefined;
    return { userId: token.sub, sessionId: token.sid, profileComplete: token.profileComplete === true };
  } catch {
    // A cookie of another secret, or none of ours: the visitor is simply not signed in.
    return undefined;
  }
}

/** A request's cookies by name. */
type Cookies = { get: (name: string) => { value: string } | undefined };

/** The session a browser's cookie names, whether or not it is still open. */
export async function sessionOf(cookies: Cookies): Promise<CookieSession | undefined> {
  const former = formerName();
  const value = cookies.get(cookieName())?.value ?? (former && cookies.get(former)?.value);
  return readCookie(value);
}

/** The session pages are rendered for: none once the browser has logged out, also when the server has not heard of it. */
export async function pageSessionOf(cookies: Cookies): Promise<CookieSession | undefined> {
  return cookies.get(SIGNED_OUT) ? undefined : sessionOf(cookies);
}
