import "server-only";
import { decode, encode } from "next-auth/jwt";
import { REFRESH_DAYS } from "@/lib/auth/contract";
import { env } from "@/lib/platform/env";

/**
 * The next-auth session cookie (JWT strategy). It opens pages and nothing else: middleware and server
 * components read it, the API never does, so a forged form post can do nothing (docs/decisions/0001).
 */

export type CookieSession = { userId: string; sessionId: string; profileComplete: boolean };

const MAX_AGE = REFRESH_DAYS * 24 * 60 * 60;

const isSecure = () => env().APP_URL.startsWith("https://");

/** The cookie's name as next-auth has it: prefixed on https. */
export const cookieName = () => `${isSecure() ? "__Secure-" : ""}next-auth.session-token`;

/** A `Set-Cookie` value for a session. */
export async function writeCookie(session: CookieSession): Promise<string> {
  const token = await encode({
    token: { sub: session.userId, sid: session.sessionId, profileComplete: session.profileComplete },
    secret: env().NEXTAUTH_SECRET,
    maxAge: MAX_AGE,
  });
  return `${cookieName()}=${token}; ${attributes(MAX_AGE)}`;
}

/** A `Set-Cookie` value that removes the cookie. */
export const clearCookie = () => `${cookieName()}=; ${attributes(0)}`;

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
