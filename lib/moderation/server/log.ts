import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client/client";

/** What the log holds of one act; nothing in it can be changed later. */
type Act = {
  /** Null: the command line, or the product. */
  actorId: string | null;
  action: string;
  caseId?: string | null | undefined;
  personId?: string | null | undefined;
  /** Without what people wrote: the log outlives their accounts. */
  details?: Prisma.InputJsonObject;
};

/** Writes what the staff did, in the transaction that does it. */
export async function logAction(
  tx: Tx,
  { actorId, action, caseId = null, personId = null, details = {} }: Act,
): Promise<void> {
  await tx.moderationLog.create({ data: { actorId, action, caseId, personId, details } });
}
