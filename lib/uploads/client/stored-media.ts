import { MEDIA_DRAFTS } from "@/lib/sessions/client/data-owner";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * Stores chosen pictures and videos in the browser until they are posted or discarded, so that they
 * survive a reload or an expired session. Each has a random name that its tab knows, and a
 * duplicate of the tab: what one of them posts is gone for the other. Entries older than a day are
 * removed when another one is deleted. Logging out, or another person signing in, deletes them all.
 */

const STORE = "media";
const MAX_AGE_MS = 24 * 60 * 60_000;

/** As it will be posted, as it was chosen, and what lies between the two. */
type Edited<Edit> = { media: PreparedMedia; source: PreparedMedia; edit?: Edit | undefined };
type File = Omit<PreparedMedia, "objectUrl">;
/** Without a `source`, the file is as it was chosen. */
type StoredMedia = { media: File; source?: File | undefined; edit?: unknown; keptAt: number };

/** Stores a file under `name`. Rejects when the browser blocks storage or it is full. */
export async function storeMedia<Edit>(name: string, { media, source, edit }: Edited<Edit>): Promise<void> {
  const entry: StoredMedia = {
    media: withoutUrl(media),
    source: source === media ? undefined : withoutUrl(source),
    edit,
    keptAt: Date.now(),
  };
  await withStore("readwrite", (store) => store.put(entry, name));
}

/** The file stored under `name`, with new object URLs; undefined when there is none. */
export async function loadMedia<Edit>(name: string): Promise<Edited<Edit> | undefined> {
  const entry = (await withStore("readonly", (store) => store.get(name))) as StoredMedia | undefined;
  if (!entry || isExpired(entry)) return undefined;
  const media = withUrl(entry.media);
  return { media, source: entry.source ? withUrl(entry.source) : media, edit: entry.edit as Edit };
}

const withoutUrl = ({ objectUrl: _, ...file }: PreparedMedia): File => file;
const withUrl = (file: File): PreparedMedia => ({ ...file, objectUrl: URL.createObjectURL(file.file) });

/** Deletes the file under `name`, and every expired one. */
export async function deleteStoredMedia(name: string): Promise<void> {
  await withStore("readwrite", (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return;
      if (isExpired(cursor.value as StoredMedia)) cursor.delete();
      cursor.continue();
    };
    return store.delete(name);
  });
}

const isExpired = ({ keptAt }: StoredMedia) => keptAt < Date.now() - MAX_AGE_MS;

/** Runs one request and resolves with its result once the transaction is complete. */
async function withStore<T>(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = makeRequest(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("The transaction was aborted."));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(MEDIA_DRAFTS, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab blocks the drafts database."));
  });
}
