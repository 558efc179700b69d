import "server-only";
import { sweepFormerMembers } from "@/lib/accounts/server/former-members";
import { sweepRoster } from "@/lib/accounts/server/roster";
import { inviteListed } from "@/lib/college/server/invitations";
import { deleteOldComplaints } from "@/lib/complaints/server/complaints";
import { mailWhatWaits, warnOfFewAdmins } from "@/lib/moderation/server/alert";
import { endOldCases, sweepRemoved } from "@/lib/moderation/server/sweep";
import { sweepDeleted, sweepOldNotifications } from "@/lib/notifications/server/inbox";
import { sweepSubscriptions } from "@/lib/notifications/server/subscriptions";
import { resumeDeletions } from "@/lib/personal-data/server/leave";
import { fileRevocations } from "@/lib/personal-data/server/revocations";
import { ago, repeat } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { withLongQueries } from "@/lib/platform/db-connections";
import { log } from "@/lib/platform/log";
import { sweepLimits } from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { sweepFormerTexts } from "@/lib/reports/server/former-texts";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { sweepMedia } from "@/lib/uploads/server/sweep";

/** Regular clean-up. Each sweep is safe to run twice, and on several instances at once. */

/** Short enough for unused media to be destroyed within a minute. */
const INTERVAL_MS = 20_000;

const HOUR_MS = 60 * 60_000;
/** A sweep of a whole table that failed would otherwise be tried at every interval. */
const RETRY_MS = 10 * 60_000;

/**
 * Runs a sweep at most once an hour in this process, or ten minutes after it failed: for sweeps
 * that read a whole table.
 */
function hourly(sweep: () => Promise<void>): () => Promise<unknown> {
  let next = 0;
  return async () => {
    if (Date.now() < next) return NOT_DUE;
    next = Date.now() + RETRY_MS;
    await sweep();
    next = Date.now() + HOUR_MS;
    return undefined;
  };
}

const NOT_DUE = Symbol("not due");

const sweepOldHourly = hourly(() => sweepOldNotifications());
const endOldCasesHourly = hourly(endOldCases);
const deleteOldComplaintsHourly = hourly(deleteOldComplaints);
const emptyOldCasesHourly = hourly(emptyOldCases);
const sweepFormerTextsHourly = hourly(sweepFormerTexts);
const sweepRemovedHourly = hourly(sweepRemoved);
const sweepRosterHourly = hourly(sweepRoster);
const inviteListedHourly = hourly(inviteListed);

/**
 * Destroys unused media and deletes what has expired. A sweep that fails is logged and tried again
 * next time.
 */
export async function runUpkeep(): Promise<void> {
  const sweeps = {
    posts: sweepDeletedPosts,
    media: sweepMedia,
    subscriptions: sweepSubscriptions,
    notifications: sweepDeleted,
    "old notifications": sweepOldHourly,
    "ended cases": endOldCasesHourly,
    "old cases": emptyOldCasesHourly,
    "old complaints": deleteOldComplaintsHourly,
    "mail to the staff": () => mailWhatWaits(),
    "former texts": sweepFormerTextsHourly,
    "removed content": sweepRemovedHourly,
    "listed addresses": sweepRosterHourly,
    invitations: inviteListedHourly,
    limits: sweepLimits,
    sessions: sweepSessions,
    codes: sweepCodes,
    "former members": sweepFormerMembers,
    unproven: sweepUnproven,
    deletions: resumeDeletions,
    revocations: fileRevocations,
  };
  for (const [part, sweep] of Object.entries(sweeps)) {
    try {
      const result = await withLongQueries<unknown>(sweep);
      if (result !== NOT_DUE) sendSignal("sweep", { part, outcome: "done" });
    } catch (error) {
      sendSignal("sweep", { part, outcome: "failed" });
      log().warn({ err: error, part }, "upkeep failed, will try again");
    }
  }
}

/** Runs upkeep for as long as this process lives; its timer does not keep the process alive. */
export function startUpkeep(): void {
  repeat("upkeep", INTERVAL_MS, runUpkeep);
  warnOfFewAdmins().catch((err) => log().warn({ err }, "the admins could not be counted"));
}

/** Ended sessions stay for 30 days, so that the reuse of a stolen token is still detected. */
async function sweepSessions(): Promise<void> {
  await db().session.deleteMany({ where: { expiresAt: { lt: ago(30, "days") } } });
}

async function sweepCodes(): Promise<void> {
  await db().oneTimeCode.deleteMany({ where: { expiresAt: { lt: ago(1, "days") } } });
}

/** A limit, so that a flood of registrations does not become a flood of locks. */
const UNPROVEN_AT_ONCE = 1_000;

/** Frees addresses not proven within a day, unless a code has been sent that is still valid. */
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
