import * as z from "zod/mini";
import { makeTabStore, useTabStore } from "@/lib/hooks/tab-store";

/**
 * The address a code was sent to, kept for the tab: the verification page survives a reload and another tab may
 * verify another address (the specification, §2).
 */

const pendingShape = z.object({ email: z.string().check(z.minLength(1)), isNewUser: z.boolean() });
export type PendingCode = z.infer<typeof pendingShape>;

const pendingCode = makeTabStore<PendingCode | null>("pendingVerification", z.nullable(pendingShape), null);

/** Remembers where a code went. */
export const storePendingCode = (pending: PendingCode): void => pendingCode.write(pending);

/** Forgets it. */
export const clearPendingCode = (): void => pendingCode.clear();

/** What is remembered, null when there is nothing; undefined while the server renders. */
export const usePendingCode = (): PendingCode | null | undefined => useTabStore(pendingCode);
