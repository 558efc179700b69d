import "server-only";
import type { LogAction } from "@/lib/moderation/policy";
import { ago } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/** An entry of the log; nothing in it can be changed later. */
type Entry = {
  /** Null: the command line, or the product. */
  actorId: string | null;
  action: LogAction;
  caseId?: string | null | undefined;
  personId?: string | null | undefined;
  /** Without what people wrote: the log outlives their accounts. */
  details?: Prisma.InputJsonObject;
};

/** Writes what the staff did, in the transaction that does it. */
export async function logAction(
  tx: Tx,
  { actorId, action, caseId = null, personId = null, details = {} }: Entry,
): Promise<void> {
  await tx.moderationLog.create({ data: { actorId, action, caseId, personId, details } });
}

/** A screen that is open asks again and again: within this many minutes that is one look. */
const LOOK_MINUTES = 10;

/** Writes that the viewer looked at a case, or at a list, unless they did so just now. */
export async function logLook(
  tx: Tx,
  { id: actorId }: Viewer,
  look: { action: LogAction; caseId?: string },
  minutes = LOOK_MINUTES,
): Promise<void> {
  const same = { actorId, ...look, at: { gt: ago(minutes, "minutes") } };
  if ((await tx.moderationLog.count({ where: same })) === 0) await logAction(tx, { actorId, ...look });
}
