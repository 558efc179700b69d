import "server-only";
import { mailboxOf } from "@/lib/accounts/server/tries";
import { db, type Tx } from "@/lib/platform/db";
import type { User } from "@/prisma/generated/client/client";

/**
 * What a deleted account leaves behind while it is suspended or banned: a keyed hash of its
 * address, so that deleting it and signing up again is no way around a decision.
 */

type Suspension = Pick<User, "suspendedAt" | "suspendedUntil" | "suspensionId">;

const isOver = ({ suspendedUntil }: Suspension) => suspendedUntil !== null && suspendedUntil <= new Date();

/** Stores the suspension of an account that is being deleted, if it has one. */
export async function storeSuspension(tx: Tx, user: Suspension & Pick<User, "email">): Promise<void> {
  const { suspendedAt, suspendedUntil, suspensionId } = user;
  if (!suspendedAt || isOver(user)) return;
  const suspension = { suspendedAt, suspendedUntil, suspensionId };
  const mailbox = mailboxOf(user);
  await tx.suspendedAddress.upsert({
    where: { mailbox },
    create: { mailbox, ...suspension },
    update: suspension,
  });
}

/**
 * The suspension that an address still has from a deleted account, as columns for its new one, to
 * which the decision then belongs: they can appeal. Empty without one.
 */
export async function resumeSuspension(
  tx: Tx,
  user: Pick<User, "id" | "email">,
): Promise<Partial<Suspension & Pick<User, "isActive">>> {
  const stored = await tx.suspendedAddress.findUnique({ where: { mailbox: mailboxOf(user) } });
  if (!stored) return {};
  const { mailbox, ...suspension } = stored;
  const { count } = await tx.suspendedAddress.deleteMany({ where: { mailbox } });
  // Without a row its decision was undone at this moment.
  if (count === 0 || isOver(suspension)) return {};
  if (suspension.suspensionId) {
    const decision = { id: suspension.suspensionId };
    // Undone while the account was being deleted.
    if ((await tx.decision.count({ where: { ...decision, undoneAt: { not: null } } })) > 0) return {};
    await tx.decision.updateMany({ where: decision, data: { personId: user.id } });
  }
  // Without an end they are banned, which hides them.
  return { ...suspension, ...(suspension.suspendedUntil === null ? { isActive: false } : {}) };
}

/** Forgets suspensions that are over. */
export async function sweepSuspendedAddresses(): Promise<void> {
  await db().suspendedAddress.deleteMany({ where: { suspendedUntil: { lt: new Date() } } });
}
