import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { isSessionOpen, type Viewer } from "@/lib/sessions/server/access";
import { cookieToken } from "@/lib/sessions/server/cookie";
import { mayLag } from "@/lib/sessions/server/read-your-writes";
import { SIGNED_OUT } from "@/lib/sessions/signed-out-marker";

/**
 * The person a page is rendered for, from the session cookie; undefined when no one is signed in.
 * Reads the cookie as middleware.ts does: if a page found no one where the middleware found
 * someone, the browser would renew the cookie and reload the page forever.
 */
export const pageViewer = cache(async (): Promise<Viewer | undefined> => {
  const jar = await cookies();
  // This browser has logged out, even if the server does not know yet.
  if (jar.has(SIGNED_OUT)) return undefined;
  const token = await cookieToken(Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
  if (!token) return undefined;
  const viewer = { id: token.sub, sessionId: token.sid };
  if (!(await isSessionOpen(viewer))) return undefined;
  return mayLag((await headers()).get("cookie")) ? { ...viewer, mayLag: true } : viewer;
});
