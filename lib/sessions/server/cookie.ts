import "server-only";
import { NextRequest, NextResponse } from "next/server";
import { encode, getToken } from "next-auth/jwt";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { SIGNED_OUT } from "@/lib/sessions/signed-out-marker";

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
  const req = new NextRequest(request.url, { headers: request.headers });
  const { secret, cookies } = authOptions;
  const token = await getToken({ req, secret, cookieName: cookies.sessionToken.name });
  return token?.sid;
}
