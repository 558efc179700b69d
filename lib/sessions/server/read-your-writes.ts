import "server-only";
import { NextResponse } from "next/server";
import { env } from "@/lib/platform/env";
import { LAG_MAX_MS } from "@/lib/platform/replica";
import { authOptions } from "@/lib/sessions/server/auth-options";

/**
 * People must see their own changes at once, although a replica may not have them yet
 * (docs/decisions/0022). A short-lived cookie marks a browser that wrote, so any instance knows. A
 * client without a session cookie is no browser, may not store cookies, and always reads from the
 * primary. Setting or removing the mark by hand is harmless: it affects only what that client sees.
 */

const WROTE = "campus-circle.wrote";

/** Longer than a replica may lag: when the mark expires, the replica has the write. */
const MARK_SECONDS = (2 * LAG_MAX_MS) / 1_000;

/** Adds the mark to the response to a write. */
export function markWrite(replyHeaders: Headers): void {
  if (!env().DATABASE_REPLICA_URL) return;
  const { cookies } = new NextResponse();
  cookies.set(WROTE, "1", {
    path: "/",
    maxAge: MARK_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure: authOptions.useSecureCookies,
  });
  replyHeaders.append("Set-Cookie", cookies.toString());
}

/** Whether a request with this `Cookie` header may be answered by a replica. */
export function mayLag(cookieHeader: string | null): boolean {
  if (!env().DATABASE_REPLICA_URL || !cookieHeader) return false;
  const names = cookieHeader.split(";").map((pair) => pair.split("=", 1)[0]?.trim());
  return names.includes(authOptions.cookies.sessionToken.name) && !names.includes(WROTE);
}
