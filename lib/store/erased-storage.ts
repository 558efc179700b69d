/** Announces that this site's storage was erased, so that stores drop their copies in memory. */

const listeners = new Set<() => void>();

export function onStorageErased(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceErasedStorage(): void {
  for (const listener of listeners) listener();
}
