import * as z from "zod";
import { endpoints, publicRoute } from "@/lib/api/server/route";
import { sendPushes } from "@/lib/notifications/server/push";
import { env } from "@/lib/platform/env";
import { sendMails } from "@/lib/platform/mail";
import { requireSecret } from "@/lib/sessions/server/access";
import { runUpkeep } from "@/lib/upkeep/server/upkeep";

/** In seconds, for Vercel: the time a day of upkeep may take. */
export const maxDuration = 300;

const upkeepAnswer = z.object({ status: z.literal("ok") });

/**
 * Vercel's cron calls this with CRON_SECRET as a bearer. Without that variable the route answers
 * 404.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: publicRoute({ answer: upkeepAnswer }, async ({ request }) => {
    requireSecret(request, env().CRON_SECRET);
    await runUpkeep();
    // On functions no timer sends them (lib/notifications/server/push.ts, lib/platform/mail.ts).
    await sendPushes();
    await sendMails();
    return { status: "ok" as const };
  }),
});
