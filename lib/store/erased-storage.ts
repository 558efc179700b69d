/** Storage of this page was erased: whatever keeps a copy of it in memory forgets that too. */

const listeners = new Set<() => void>();

export function onStorageErased(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceErasedStorage(): void {
  for (const listener of listeners) listener();
}
