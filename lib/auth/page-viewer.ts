import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { isSessionOpen, type Viewer } from "@/lib/auth/access";
import { pageSessionOf } from "@/lib/auth/cookie";

/** The person a page is rendered for, from the session cookie; undefined when nobody is signed in. */
export const pageViewer = cache(async (): Promise<Viewer | undefined> => {
  const session = await pageSessionOf(await cookies());
  if (!session) return undefined;
  const viewer = { id: session.userId, sessionId: session.sessionId };
  return (await isSessionOpen(viewer)) ? viewer : undefined;
});
