import "server-only";
import { v7 as uuid } from "uuid";
import { LEGAL_DOCUMENTS, LEGAL_VERSION } from "@/lib/legal/policy";
import type { Tx } from "@/lib/platform/db";

/**
 * Records that someone agreed to the legal documents as they are now, in the transaction that does
 * it.
 */
export const recordConsent = (tx: Tx, userId: string): Promise<void> =>
  record(tx, userId, { version: LEGAL_VERSION, isGiven: true });

/** Records that they withdrew the consent to a version. */
export const recordWithdrawal = (tx: Tx, userId: string, version: string): Promise<void> =>
  record(tx, userId, { version, isGiven: false });

async function record(tx: Tx, userId: string, act: { version: string; isGiven: boolean }): Promise<void> {
  await tx.consent.createMany({
    data: LEGAL_DOCUMENTS.map((document) => ({ id: uuid(), userId, document, ...act })),
  });
}
