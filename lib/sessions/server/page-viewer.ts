import "server-only";
import { cookies, headers } from "next/headers";
import { getServerSession } from "next-auth";
import { cache } from "react";
import { log } from "@/lib/platform/log";
import { SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { isSessionOpen, type Viewer } from "@/lib/sessions/server/access";
import { authOptions } from "@/lib/sessions/server/auth-options";
import { cookieToken } from "@/lib/sessions/server/cookie";
import { mayLag } from "@/lib/sessions/server/read-your-writes";

/**
 * The person a page is rendered for, from the session cookie; undefined when no one is signed in.
 */
export const pageViewer = cache(async (): Promise<Viewer | undefined> => {
  const jar = await cookies();
  // This browser has logged out, even if the server does not know yet.
  if (jar.has(SIGNED_OUT)) return undefined;
  const session = await readSession();
  if (!session) return undefined;
  const viewer = { id: session.userId, sessionId: session.sessionId };
  if (!(await isSessionOpen(viewer))) return undefined;
  return mayLag((await headers()).get("cookie")) ? { ...viewer, mayLag: true } : viewer;
});

async function readSession() {
  try {
    return await getServerSession(authOptions);
  } catch (error) {
    // next-auth throws on other cookies with its names that it did not write. The middleware reads
    // the session's cookie alone, and so must a page then: if it found no one where the middleware
    // found someone, the browser would renew the cookie and reload the page forever.
    log().debug({ err: error }, "unreadable cookies");
    const token = await cookieToken((await cookies()).getAll());
    return token && { userId: token.sub, sessionId: token.sid };
  }
}
