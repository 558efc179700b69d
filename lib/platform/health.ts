import "server-only";
import { cacheFor } from "@/lib/platform/cache-for";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { checkMail } from "@/lib/platform/mail";
import { checkMedia } from "@/lib/platform/media";
import { withTimeout } from "@/lib/platform/with-timeout";

/**
 * Whether what the product stands on works: for load balancers (/api/health) and for people (/up).
 */

/** Longest wait for one part, in milliseconds; past it the part counts as failing. */
const PATIENCE = 5_000;
/**
 * Shorter for the database: who asks whether we are ready has the answer before a request would
 * have its 503.
 */
const DATABASE_PATIENCE = 3_500;

/**
 * How long the answer about the database holds, in milliseconds: anybody may ask, and as often as
 * they like.
 */
const DATABASE_HOLD_MS = 1_000;
/**
 * Whether the database answers a query. One query for all who ask meanwhile and within a second
 * after.
 */
export const checkDatabase = cacheFor(DATABASE_HOLD_MS, askDatabase);

async function askDatabase(): Promise<boolean> {
  const ask = async () => {
    await db().$queryRaw`SELECT 1`;
  };
  return works("database", ask, DATABASE_PATIENCE);
}

export type ServiceHealth = { name: string; ok: boolean; detail: string };

/**
 * How long an answer holds, in milliseconds: /up is open to everyone and must not pass its traffic
 * on.
 */
const HOLD_MS = 3_000;
/** Every part of the running product with its state. Never throws; takes 5 s at most. */
export const checkServices = cacheFor(HOLD_MS, lookAtParts);

async function lookAtParts(): Promise<ServiceHealth[]> {
  const { EMBEDDED, CLOUDINARY_URL, RESEND_API_KEY } = env();
  const [database, media, mail] = await Promise.all([
    checkDatabase(),
    works("media", checkMedia),
    works("mail", checkMail),
  ]);
  return [
    { name: "App", ok: true, detail: EMBEDDED ? "On this machine" : "Answering" },
    { name: "Database", ok: database, detail: "PostgreSQL" },
    { name: "Media host", ok: media, detail: CLOUDINARY_URL ? "Cloudinary" : "Built in" },
    { name: "Mail", ok: mail, detail: RESEND_API_KEY ? "Resend" : "Outbox on this machine" },
  ];
}

async function works(part: string, check: () => Promise<void>, patience = PATIENCE): Promise<boolean> {
  try {
    await withTimeout(patience, check());
    return true;
  } catch (error) {
    log().warn({ err: error, part }, "a part does not answer");
    return false;
  }
}
