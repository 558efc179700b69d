/**
 * Whose things this browser holds (lib/accounts/client/personal-data.ts), by id. Local storage
 * names the owner; each tab notes it too, because a tab that slept, or was closed and comes back,
 * brings its session storage along. Every page loads this first of all, so it is small.
 */

export const OWNER = "dataOwner";

/**
 * Logouts the server has not confirmed yet (lib/api/client/session.ts): they outlive what they
 * erase.
 */
export const PENDING_LOGOUTS = "pendingLogout";
export const isLogoutPending = (): boolean => isStored(PENDING_LOGOUTS);

/** Whose this page is: it may be put aside for the Back button and come back to another owner. */
let pageOwner: string | null = null;

/** Whether somebody's things may be here: false once they have logged out. */
export const hasOwner = (): boolean => isStored(OWNER);

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Blocked: nothing is.
    return false;
  }
}

/**
 * Whether this page, or what its tab stores, is of somebody who is not the browser's owner any
 * more.
 */
export function isLeftOver(): boolean {
  const here = pageOwner ?? sessionStorage.getItem(OWNER);
  return here !== null && here !== localStorage.getItem(OWNER);
}

/** Notes in this tab whose things it will have. */
export function markTab(): void {
  pageOwner = localStorage.getItem(OWNER);
  if (pageOwner === null) sessionStorage.removeItem(OWNER);
  else sessionStorage.setItem(OWNER, pageOwner);
}

/**
 * Erases what this tab stores. Its mark stays: a page on its way out may write once more, for the
 * next one to erase.
 */
export function eraseTab(kept: string[] = []): void {
  eraseExcept(sessionStorage, [OWNER, ...kept]);
}

export function eraseExcept(storage: Storage, kept: string[]): void {
  for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key);
}
