import { createHash, timingSafeEqual } from "node:crypto";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { sendPushes } from "@/lib/notifications/server/push";
import { env } from "@/lib/platform/env";
import { notFoundError } from "@/lib/platform/errors";
import { runUpkeep } from "@/lib/upkeep/server/upkeep";

/** A day of tidying up, in seconds, for Vercel. */
export const maxDuration = 300;

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * For Vercel's cron, which sends CRON_SECRET as a bearer. Without that secret the address does not
 * exist.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({}, async ({ request }) => {
    const secret = env().CRON_SECRET;
    const given = request.headers.get("authorization") ?? "";
    if (!secret || !timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) {
      throw notFoundError();
    }
    await runUpkeep();
    // Where no timer sends them (lib/notifications/server/push.ts).
    await sendPushes();
    return Response.json({ status: "ok" });
  }),
});
