import "server-only";
import { resumeDeletions } from "@/lib/accounts/server/delete-account";
import { sweepDeleted, sweepOldNotifications } from "@/lib/notifications/server/inbox";
import { sweepSubscriptions } from "@/lib/notifications/server/push";
import { ago } from "@/lib/platform/clock";
import { db, withLongQueries } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { sweepLimits } from "@/lib/platform/rate-limit";
import { repeat } from "@/lib/platform/repeat";
import { sweepMedia } from "@/lib/uploads/server/sweep";

/**
 * What has to be tidied now and then. Every part is safe to run twice and on several instances at
 * once.
 */

/**
 * How often one server tidies, in milliseconds: media that nothing shows is destroyed within a
 * minute.
 */
const EVERY = 20_000;

/** At most once an hour in one process: for parts that look at a whole table. */
function hourly(sweep: () => Promise<void>): () => Promise<void> {
  let next = 0;
  return async () => {
    if (Date.now() < next) return;
    await sweep();
    next = Date.now() + 60 * 60_000;
  };
}

const sweepOldHourly = hourly(() => sweepOldNotifications());

/**
 * Destroys media that waits for it and forgets what is over. A part that fails is logged and tried
 * again next time.
 */
export async function runUpkeep(): Promise<void> {
  const parts = {
    media: sweepMedia,
    subscriptions: sweepSubscriptions,
    notifications: sweepDeleted,
    "old notifications": sweepOldHourly,
    limits: sweepLimits,
    sessions: sweepSessions,
    codes: sweepCodes,
    unproven: sweepUnproven,
    deletions: resumeDeletions,
  };
  for (const [part, sweep] of Object.entries(parts)) {
    try {
      await withLongQueries<unknown>(sweep);
    } catch (error) {
      log().warn({ err: error, part }, "upkeep failed, will be tried again");
    }
  }
}

/** Tidies again and again while this process lives; the timer does not keep it alive. */
export function startUpkeep(): void {
  repeat("upkeep", EVERY, runUpkeep);
}

/** Ended sessions are kept for 30 days, so that the reuse of a stolen token is still recognised. */
async function sweepSessions(): Promise<void> {
  await db().session.deleteMany({ where: { expiresAt: { lt: ago(30, "days") } } });
}

async function sweepCodes(): Promise<void> {
  await db().oneTimeCode.deleteMany({ where: { expiresAt: { lt: ago(1, "days") } } });
}

/** Accounts a run deletes at most, so that a flood of registrations is no flood of locks. */
const UNPROVEN_AT_ONCE = 1_000;

/**
 * An address that nobody has proven within a day is free again, unless a code for it is on its way.
 */
async function sweepUnproven(): Promise<void> {
  await db().user.deleteMany({
    where: {
      verifiedAt: null,
      createdAt: { lt: ago(1, "days") },
      codes: { none: { expiresAt: { gt: new Date() } } },
    },
    limit: UNPROVEN_AT_ONCE,
  });
}
