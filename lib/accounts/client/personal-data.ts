import { beginLogout, flushLogouts } from "@/lib/api/client/session";
import { clearCached } from "@/lib/offline/client/clear-cached";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import {
  eraseExcept,
  eraseMediaDrafts,
  eraseTab,
  markTab,
  OWNER,
  PENDING_LOGOUTS,
} from "@/lib/sessions/client/data-owner";
import {
  announceStoredSession,
  SESSION_KEYS,
  storedRefreshToken,
} from "@/lib/sessions/client/stored-session";
import { forgetFeed, markReturning } from "@/lib/sessions/marker-cookies";
import { PREFERENCE_KEYS } from "@/lib/settings/client/preferences";
import { storageErased } from "@/lib/store/signal";

/**
 * What this browser stores of a person: drafts, chosen pictures, searches, sign-up progress. It
 * survives a lost session, so that the same person can continue. Logging out, deleting the account
 * or a sign-in by someone else erases it.
 */

/**
 * Settings of the device, not of a person: keyboard shortcuts turned off because they collide with
 * other software stay off for everyone.
 */
const DEVICE_SETTINGS = ["theme", "themeFollowsDevice", ...PREFERENCE_KEYS];

/** What signing up stores on the way. Each entry holds the address it belongs to. */
const SIGN_UP_KEYS = ["userRegisterData", "signUp", "signUpPlace"];

/**
 * Erases the session and everything of its person: for a deleted account, and for a Google account
 * outside the college (docs/product.md, "Signing in"). Device settings stay.
 */
export function forgetPerson(): void {
  erase([...DEVICE_SETTINGS, PENDING_LOGOUTS]);
  announceStoredSession();
}

/** Logs out in this browser and queues the logout for the server (lib/api/client/session.ts). */
export function logOutHere(): void {
  beginLogout(storedRefreshToken());
  forgetPerson();
}

/**
 * Makes the person who signs in the owner of this browser. Data of another owner is erased, except
 * for the new session and for sign-up entries of this very address.
 */
export function claimPersonalData(personId: string, email: string): void {
  const otherOwners = [localStorage.getItem(OWNER), sessionStorage.getItem(OWNER)].filter(
    (owner) => owner !== null && owner !== personId,
  );
  if (otherOwners.length > 0) {
    const address = JSON.stringify(email);
    const isForAddress = (key: string) =>
      (localStorage.getItem(key) ?? sessionStorage.getItem(key))?.includes(address);
    erase([...DEVICE_SETTINGS, PENDING_LOGOUTS, ...SESSION_KEYS, ...SIGN_UP_KEYS.filter(isForAddress)]);
  }
  localStorage.setItem(OWNER, personId);
  markTab();
  markReturning();
}

function erase(except: string[]): void {
  eraseExcept(localStorage, except);
  eraseTab(except);
  forgetFeed();
  clearCached({ everything: true });
  eraseMediaDrafts();
  if ("clearAppBadge" in navigator) {
    // Rejected when the app is not installed or badges are not allowed: then there is no badge to
    // clear.
    navigator.clearAppBadge().catch(() => undefined);
  }
  storageErased.emit();
}

/**
 * Finishes what an earlier page left undone: names the owner of a stored session and sends pending
 * logouts.
 */
export async function catchUpWithStorage(): Promise<void> {
  const profile = readStoredProfile();
  if (profile) claimPersonalData(profile._id, profile.email);
  await flushLogouts();
}
