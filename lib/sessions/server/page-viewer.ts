import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { SUSPENDED } from "@/lib/paths";
import { SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { isKeptOut, openViewer, type Viewer } from "@/lib/sessions/server/access";
import { cookieToken } from "@/lib/sessions/server/cookie";
import { mayLag } from "@/lib/sessions/server/read-your-writes";

/**
 * The person a page is rendered for, from the session cookie; undefined when no one is signed in.
 * Sends a banned person, and a minor who has to wait, to the only page they may read.
 */
export async function pageViewer(): Promise<Viewer | undefined> {
  const viewer = await pageViewerOrBanned();
  if (viewer && isKeptOut(viewer)) redirect(SUSPENDED);
  return viewer;
}

/** The viewer of the page for banned people, to which `pageViewer` sends them. */
export const pageViewerOrBanned = cache(async (): Promise<Viewer | undefined> => {
  const jar = await cookies();
  // This browser has logged out, even if the server does not know yet.
  if (jar.has(SIGNED_OUT)) return undefined;
  // Not `getServerSession`: it also writes the cookie again, which no page can send, and throws on
  // other cookies with next-auth's names. The middleware reads this one alone, too.
  const token = await cookieToken(jar.getAll());
  if (!token) return undefined;
  const viewer = await openViewer({ id: token.sub, sessionId: token.sid });
  if (!viewer) return undefined;
  return mayLag((await headers()).get("cookie")) ? { ...viewer, mayLag: true } : viewer;
});
