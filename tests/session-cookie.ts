import { decode, type JWT } from "next-auth/jwt";
import { authOptions } from "@/lib/sessions/server/auth-options";

/** The session cookie from a test's side. */

/** `name=value` of a `Set-Cookie` value, as a browser sends it back. */
export const cookiePair = (setCookie: string): string => setCookie.split(";")[0] ?? "";

/** What a `Set-Cookie` value with a session says. */
export function claimsOf(setCookie: string): Promise<JWT | null> {
  return decode({ token: cookiePair(setCookie).split("=")[1] ?? "", secret: authOptions.secret });
}
