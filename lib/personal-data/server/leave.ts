import "server-only";
import { ERASED } from "@/lib/accounts/server/blank-account";
import { deleteLimits, keepStanding } from "@/lib/accounts/server/former-members";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { forgetListed } from "@/lib/accounts/server/roster";
import { logAction } from "@/lib/moderation/server/log";
import { noteStanding } from "@/lib/moderation/server/standing";
import { CONTENT, removeRow } from "@/lib/personal-data/server/remove-content";
import { afterResponse } from "@/lib/platform/after-response";
import { ago, withTimeout } from "@/lib/platform/clock";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { withLongQueries } from "@/lib/platform/db-connections";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { mailAbout } from "@/lib/platform/mail";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";
import { sweepMedia } from "@/lib/uploads/server/sweep";

/**
 * Account deletion, in two steps. First one short transaction closes the account: it erases
 * everything personal from the row, hides the person and their content, and invalidates every token
 * and code. Then the content is removed in batches; each is a transaction that leaves every counter
 * equal to its rows. If the process dies in between, upkeep continues where it stopped.
 */

/**
 * Deletes the viewer's own account. Throws `forbidden` for any other, and `reauthenticate` unless
 * the sign-in is recent: an unlocked device must not be enough.
 */
export async function deleteAccount(viewer: Viewer, userId: string): Promise<void> {
  if (userId !== viewer.id) throw forbidden();
  await assertRecentlySignedIn(viewer);
  await leave(viewer.id);
}

/** As `deleteAccount`, for the address the viewer signed up with. */
export async function deleteAccountByEmail(viewer: Viewer, email: string): Promise<void> {
  const own = await db().user.count({ where: { id: viewer.id, email } });
  if (own === 0) throw forbidden();
  await assertRecentlySignedIn(viewer);
  await leave(viewer.id);
}

const forbidden = () => new ApiError("forbidden", "You can only delete your own account.");

/**
 * How long the request waits for the removal, and how long one round of upkeep spends on it, in
 * milliseconds.
 */
const WAIT_MS = 5_000;
const ROUND_MS = 15_000;
/** Upkeep skips accounts closed this recently, in seconds: their own request is still at work. */
const REQUEST_SECONDS = 10;

async function leave(userId: string): Promise<void> {
  await transaction((tx) => close(tx, userId));
  forgetSessions();
  try {
    // A query may take a minute there; the answer does not wait for it.
    await withTimeout(WAIT_MS, removeWithLongQueries(userId, WAIT_MS));
  } catch (err) {
    // The account is closed, which is what the person wanted; upkeep removes the rest.
    log().warn({ err, userId }, "an account is closed and not removed yet");
  }
  afterResponse(async () => {
    await removeWithLongQueries(userId, ROUND_MS);
    await sweepMedia();
  });
}

/** Deletes an account that a restore has brought back. */
export async function leaveAgain(userId: string): Promise<void> {
  await transaction((tx) => close(tx, userId));
  await removeWithLongQueries(userId, ROUND_MS);
}

const removeWithLongQueries = (userId: string, ms: number) =>
  withLongQueries(() => removeEverything(userId, Date.now() + ms));

/**
 * Continues removing closed accounts. Safe on several instances at once. One that fails does not
 * hold up the others; the last failure is thrown at the end.
 */
export async function resumeDeletions(): Promise<void> {
  const until = Date.now() + ROUND_MS;
  const closed = await db().user.findMany({
    where: { isActive: false, deletedAt: { lt: ago(REQUEST_SECONDS, "seconds") } },
    orderBy: { deletedAt: "asc" },
    select: { id: true },
  });
  let failure: unknown;
  for (const { id } of closed) {
    try {
      await removeEverything(id, until);
    } catch (err) {
      log().warn({ err, userId: id }, "removing a closed account failed, will be retried");
      failure = err;
    }
  }
  if (failure) throw failure;
}

async function close(tx: Tx, userId: string): Promise<void> {
  await lockRows(tx, "users", [userId], "UPDATE");
  const user = await tx.user.findUnique({
    where: { id: userId },
    include: { affiliationRequest: true },
  });
  if (!user) return;
  await keepStanding(tx, user, await deleteLimits(tx, userId));
  if (user.staffRole) {
    const details = { staffRole: null };
    await logAction(tx, { actorId: userId, action: "role_set", personId: userId, details });
  }
  await noteStanding(tx, { personId: userId, isDeleted: true, suspensions: [] });
  // To them, and to others about them.
  const about = { idempotencyKey: { startsWith: mailAbout(user.id) } };
  await tx.outboxMail.deleteMany({ where: { OR: [{ to: user.email }, about] } });
  await forgetListed(tx, user.email);
  await tx.session.deleteMany({ where: { userId } });
  await tx.oneTimeCode.deleteMany({ where: { userId } });
  await tx.mutedWord.deleteMany({ where: { userId } });
  await tx.user.update({
    where: { id: userId },
    data: {
      ...ERASED,
      email: `deleted.${userId}@deleted.invalid`,
      isActive: false,
      deactivatedAt: null,
      deletedAt: new Date(),
    },
  });
}

/** Removes all batches and then the row itself, as far as the time allows. */
async function removeEverything(userId: string, until: number): Promise<void> {
  do {
    for (const removeBatch of CONTENT) {
      while ((await transaction((tx) => removeBatch(tx, userId))) > 0) if (Date.now() > until) return;
    }
    // A request in flight when the account was closed may have added rows after their batch, so all
    // of them run again.
  } while (!(await transaction((tx) => removeRow(tx, userId))) && Date.now() <= until);
}
