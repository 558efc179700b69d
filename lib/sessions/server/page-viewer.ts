import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { isSessionOpen, type Viewer } from "@/lib/sessions/server/access";
import { cookieToken } from "@/lib/sessions/server/cookie";
import { mayLag } from "@/lib/sessions/server/read-your-writes";

/**
 * The person a page is rendered for, from the session cookie; undefined when no one is signed in.
 */
export const pageViewer = cache(async (): Promise<Viewer | undefined> => {
  const jar = await cookies();
  // This browser has logged out, even if the server does not know yet.
  if (jar.has(SIGNED_OUT)) return undefined;
  // Not `getServerSession`: it also writes the cookie anew, which no page can send, and throws on
  // other cookies with next-auth's names. The middleware reads this one alone, too.
  const token = await cookieToken(jar.getAll());
  if (!token) return undefined;
  const viewer = { id: token.sub, sessionId: token.sid };
  if (!(await isSessionOpen(viewer))) return undefined;
  return mayLag((await headers()).get("cookie")) ? { ...viewer, mayLag: true } : viewer;
});
