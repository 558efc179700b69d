/**
 * Who owns the personal data in this browser (lib/accounts/client/personal-data.ts), by id. Local
 * storage names the owner. Each tab stores the id too, because a sleeping or restored tab brings
 * back its old session storage. Every page loads this first, so it is small.
 */

export const OWNER = "dataOwner";

/**
 * Logouts the server has not confirmed yet (lib/api/client/session.ts). Erasing personal data
 * leaves them in place.
 */
export const PENDING_LOGOUTS = "pendingLogout";
export const isLogoutPending = (): boolean => isStored(PENDING_LOGOUTS);

/** Owner of this page, which may come out of the back/forward cache under another owner. */
let pageOwner: string | null = null;

/** Whether personal data may be stored here: false once its owner has logged out. */
export const hasOwner = (): boolean => isStored(OWNER);

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage is blocked, so nothing is stored.
    return false;
  }
}

/**
 * Whether this page, or what its tab stores, belongs to a person who no longer owns this browser.
 */
export function isLeftOver(): boolean {
  const tabOwner = pageOwner ?? sessionStorage.getItem(OWNER);
  return tabOwner !== null && tabOwner !== localStorage.getItem(OWNER);
}

/** Marks this tab with the current owner. */
export function markTab(): void {
  pageOwner = localStorage.getItem(OWNER);
  if (pageOwner === null) sessionStorage.removeItem(OWNER);
  else sessionStorage.setItem(OWNER, pageOwner);
}

/**
 * Erases what this tab stores, except its mark: a page that is unloading may write once more, and
 * the mark lets the next page erase that.
 */
export function eraseTab(except: string[] = []): void {
  eraseExcept(sessionStorage, [OWNER, ...except]);
}

/** The browser's database of chosen media (lib/uploads/client/stored-media.ts). */
export const MEDIA_DRAFTS = "drafts";

/** Deletes everyone's chosen media. A page that leaves at once may take the request with it. */
export function eraseMediaDrafts(): void {
  if (typeof indexedDB !== "undefined") indexedDB.deleteDatabase(MEDIA_DRAFTS);
}

export function eraseExcept(storage: Storage, except: string[]): void {
  for (const key of Object.keys(storage)) if (!except.includes(key)) storage.removeItem(key);
}
