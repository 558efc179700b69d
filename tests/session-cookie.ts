import { decode, type JWT } from "next-auth/jwt";
import { authOptions } from "@/lib/sessions/server/auth-options";

/** Reading the session cookie in tests. */

/** The `name=value` of a `Set-Cookie` header, as a browser sends it back. */
export const cookiePair = (setCookie: string): string => setCookie.split(";")[0] ?? "";

/** The claims of the session in a `Set-Cookie` header. */
export function claimsOf(setCookie: string): Promise<JWT | null> {
  return decode({ token: cookiePair(setCookie).split("=")[1] ?? "", secret: authOptions.secret });
}
