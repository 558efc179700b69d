import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * Chosen pictures and videos, kept by the browser until they are posted or discarded, so that a
 * reload or a lost session does not take them away. Each has a random name, which only the tab that
 * keeps it knows. What nobody came back for within a day is nobody's any more, and goes with the
 * next that is dropped. All of it goes when its person logs out, or when somebody else signs in.
 */

/** Also deleted as a whole (lib/accounts/client/personal-data.ts). */
export const DATABASE = "drafts";
const STORE = "media";
const KEPT_FOR_MS = 24 * 60 * 60_000;

type Kept = { media: Omit<PreparedMedia, "objectUrl">; keptAt: number };

/** Keeps a file under `name`. Rejects where the browser blocks or has no room for it. */
export async function storeMedia(name: string, { objectUrl: _, ...media }: PreparedMedia): Promise<void> {
  const kept: Kept = { media, keptAt: Date.now() };
  await inStore("readwrite", (store) => store.put(kept, name));
}

/** The file kept under `name`, with a new object URL; undefined when there is none any more. */
export async function loadMedia(name: string): Promise<PreparedMedia | undefined> {
  const kept = (await inStore("readonly", (store) => store.get(name))) as Kept | undefined;
  if (!kept || isOld(kept)) return undefined;
  return { ...kept.media, objectUrl: URL.createObjectURL(kept.media.file) };
}

/** Forgets the file under `name`, and every one that is too old. */
export async function deleteStoredMedia(name: string): Promise<void> {
  await inStore("readwrite", (store) => {
    const cursor = store.openCursor();
    cursor.onsuccess = () => {
      const found = cursor.result;
      if (!found) return;
      if (isOld(found.value as Kept)) found.delete();
      found.continue();
    };
    return store.delete(name);
  });
}

const isOld = ({ keptAt }: Kept) => keptAt < Date.now() - KEPT_FOR_MS;

/** Runs one request and resolves with its result once it is safely stored. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The browser kept nothing."));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("The drafts are in use elsewhere."));
  });
}
