import "server-only";
import { NextRequest, NextResponse } from "next/server";
import { encode, type GetTokenParams, getToken, type JWT } from "next-auth/jwt";
import { SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { authOptions } from "@/lib/sessions/server/auth-options";

/** Writing and reading the session cookie in the API calls that sign people in and out. */

/** A `Set-Cookie` value for a session. */
export async function writeCookie(session: {
  userId: string;
  sessionId: string;
  profileComplete: boolean;
}): Promise<string> {
  const { userId, sessionId, profileComplete } = session;
  const { secret, session: settings } = authOptions;
  const token = await encode({
    token: { sub: userId, sid: sessionId, profileComplete },
    secret,
    maxAge: settings.maxAge,
  });
  return sessionCookie(token, settings.maxAge);
}

/** Adds headers that remove the session cookie and the marker that stood in for its removal. */
export function clearCookies(replyHeaders: Headers): void {
  replyHeaders.append("Set-Cookie", sessionCookie("", 0));
  replyHeaders.append("Set-Cookie", `${SIGNED_OUT}=; Path=/; Max-Age=0; SameSite=Lax`);
}

function sessionCookie(value: string, maxAge: number): string {
  const { name, options } = authOptions.cookies.sessionToken;
  return new NextResponse().cookies.set(name, value, { ...options, maxAge }).toString();
}

/** The session named by the browser's cookie, whether or not it is still open. */
export async function cookieSessionId(request: Request): Promise<string | undefined> {
  const { cookies } = new NextRequest(request.url, { headers: request.headers });
  const token = await cookieToken(cookies.getAll());
  return token?.sid;
}

/** The claims of the session cookie among these; null without a valid one. */
export function cookieToken(jar: { name: string; value: string }[]): Promise<JWT | null> {
  const { secret, cookies, jwt } = authOptions;
  const values = Object.fromEntries(jar.map(({ name, value }) => [name, value]));
  // Without the headers, so that no bearer opens pages.
  const req = { cookies: values, headers: {} } as GetTokenParams["req"];
  return getToken({ req, secret, cookieName: cookies.sessionToken.name, decode: jwt.decode });
}
