import { addTime } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { OPERATOR } from "@/lib/product";

export const dynamic = "force-dynamic";

/** RFC 9116 wants less than a year. A reader gets a new date each day. */
const VALID_DAYS = 180;

/**
 * Whom to tell about a vulnerability (RFC 9116), at `/.well-known/security.txt` by a rewrite in
 * next.config.ts.
 */
export function GET(): Response {
  const expires = addTime(new Date(), VALID_DAYS, "days");
  expires.setUTCHours(0, 0, 0, 0);
  const lines = [
    `Contact: mailto:${OPERATOR.grievanceOfficer.email}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, hi",
    `Canonical: ${new URL("/.well-known/security.txt", env().APP_URL).href}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
