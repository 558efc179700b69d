import { useSyncExternalStore } from "react";
import { z } from "zod";

/**
 * The address a code was sent to, kept for the tab: the verification page survives a reload and another tab may
 * verify another address. `isNewUser` and `next` travel with it (the specification, §2 and §4).
 */

const KEY = "pendingVerification";

const pendingShape = z.object({
  email: z.string().min(1),
  isNewUser: z.boolean(),
  /** Where to go once signed in; checked by `nextOr` when it is used. */
  next: z.string().nullable(),
});
export type PendingCode = z.infer<typeof pendingShape>;

const listeners = new Set<() => void>();

function change(): void {
  for (const listener of listeners) listener();
}

/** Remembers where a code went. */
export function storePendingCode(pending: PendingCode): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  change();
}

/** Forgets it. */
export function clearPendingCode(): void {
  sessionStorage.removeItem(KEY);
  change();
}

/** What is remembered; null when there is nothing, or nothing readable. */
export function readPendingCode(text = sessionStorage.getItem(KEY)): PendingCode | null {
  if (!text) return null;
  try {
    return pendingShape.parse(JSON.parse(text));
  } catch {
    // Written by something else or by an older version: as good as nothing, the person starts at the login.
    return null;
  }
}

/** The same for a component; undefined while the server renders, which cannot know. */
export function usePendingCode(): PendingCode | null | undefined {
  const text = useSyncExternalStore<string | null | undefined>(
    subscribe,
    () => sessionStorage.getItem(KEY),
    () => undefined,
  );
  return text === undefined ? undefined : readPendingCode(text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
