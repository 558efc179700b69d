import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { sendPushes } from "@/lib/notifications/server/push";
import { env } from "@/lib/platform/env";
import { notFoundError } from "@/lib/platform/errors";
import { runUpkeep } from "@/lib/upkeep/server/upkeep";

/** In seconds, for Vercel: the time a day of upkeep may take. */
export const maxDuration = 300;

const upkeepAnswer = z.object({ status: z.literal("ok") });
const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Vercel's cron calls this with CRON_SECRET as a bearer. Without that variable the route answers
 * 404.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ answer: upkeepAnswer }, async ({ request }) => {
    const secret = env().CRON_SECRET;
    const authorization = request.headers.get("authorization") ?? "";
    if (!secret || !timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`))) {
      throw notFoundError();
    }
    await runUpkeep();
    // On functions no timer sends them (lib/notifications/server/push.ts).
    await sendPushes();
    return { status: "ok" as const };
  }),
});
