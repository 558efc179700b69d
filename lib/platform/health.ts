import "server-only";
import { cacheFor } from "@/lib/platform/cache";
import { withTimeout } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { checkMail } from "@/lib/platform/mail-service";
import { checkMedia } from "@/lib/platform/media";

/**
 * Checks the services the product depends on: for load balancers (/api/health) and for people
 * (/up).
 */

/** A service that takes longer counts as failing. */
const TIMEOUT_MS = 5_000;
/**
 * Shorter for the database, so that the readiness check answers before a request would get its 503.
 */
const DATABASE_TIMEOUT_MS = 3_500;

/** Anyone may call the health check as often as they like, so its result is cached. */
const DATABASE_CACHE_MS = 1_000;
/**
 * Whether the database answers a query. Concurrent callers share one query, and so do those within
 * the next second.
 */
export const checkDatabase = cacheFor(DATABASE_CACHE_MS, queryDatabase);

async function queryDatabase(): Promise<boolean> {
  const query = async () => {
    await db().sql`SELECT 1`;
  };
  return works("database", query, DATABASE_TIMEOUT_MS);
}

export type ServiceHealth = { name: string; ok: boolean; detail: string };

/** /up is open to everyone and must not pass its traffic on to the services. */
const CACHE_MS = 3_000;
/** The state of every service. Never throws; takes 5 s at most. */
export const checkServices = cacheFor(CACHE_MS, checkEach);

async function checkEach(): Promise<ServiceHealth[]> {
  const { EMBEDDED, CLOUDINARY_URL, S3_URL, SENDS_TO_OUTBOX, SMTP_URL } = env();
  const [database, media, mail] = await Promise.all([
    checkDatabase(),
    works("media", checkMedia),
    works("mail", checkMail),
  ]);
  const host = CLOUDINARY_URL ? "Cloudinary" : S3_URL ? "Built in, files on S3" : "Built in";
  return [
    { name: "App", ok: true, detail: EMBEDDED ? "On this machine" : "Answering" },
    { name: "Database", ok: database, detail: "PostgreSQL" },
    { name: "Media host", ok: media, detail: host },
    { name: "Mail", ok: mail, detail: SENDS_TO_OUTBOX ? "Outbox" : SMTP_URL ? "SMTP" : "Resend" },
  ];
}

async function works(service: string, check: () => Promise<void>, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  try {
    await withTimeout(timeoutMs, check());
    return true;
  } catch (error) {
    log().warn({ err: error, service }, "a service does not answer");
    return false;
  }
}
