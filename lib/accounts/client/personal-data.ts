import { beginLogout } from "@/lib/api/client/session";
import { clearCached } from "@/lib/offline/client/clear-cached";
import { eraseExcept, eraseTab, markTab, OWNER, PENDING_LOGOUTS } from "@/lib/sessions/client/data-owner";
import {
  announceStoredSession,
  SESSION_KEYS,
  storedRefreshToken,
} from "@/lib/sessions/client/stored-session";
import { announceErasedStorage } from "@/lib/store/erased-storage";
import { DATABASE as MEDIA_DRAFTS } from "@/lib/uploads/client/stored-media";

/**
 * What this browser holds of a person: drafts, chosen pictures, searches, what a sign-up noted. It
 * outlives a session that was lost, for the same person to go on, and nothing else: logging out,
 * deleting the account and somebody else's sign-in erase it.
 */

/**
 * How this device is used, by whomever: whoever turned keyboard shortcuts off because they collide
 * wants them off.
 */
const DEVICE_SETTINGS = ["theme", "themeFollowsDevice", "autoplay", "reducedData", "keyboardShortcuts"];

/** What a sign-up notes on its way, each with the address it is for. */
const SIGN_UP_KEYS = ["userRegisterData", "signUp"];

/**
 * Forgets the session and everything of its person: for an account that is deleted, and for one
 * that may not come in (the specification, §4: a Google account outside the college). Settings of
 * the device stay.
 */
export function forgetPerson(): void {
  erase([...DEVICE_SETTINGS, PENDING_LOGOUTS]);
  announceStoredSession();
}

/** Logs out here, and writes down that the server has to be told (lib/api/client/session.ts). */
export function logOutHere(): void {
  beginLogout(storedRefreshToken());
  forgetPerson();
}

/**
 * Makes the person who signs in the owner. What another one left is erased, but for the new session
 * and for what was noted in the sign-up of this very address.
 */
export function claimPersonalData(personId: string, email: string): void {
  const others = [localStorage.getItem(OWNER), sessionStorage.getItem(OWNER)].filter(
    (owner) => owner !== null && owner !== personId,
  );
  if (others.length > 0) {
    const address = JSON.stringify(email);
    const isTheirs = (key: string) =>
      (localStorage.getItem(key) ?? sessionStorage.getItem(key))?.includes(address);
    erase([...DEVICE_SETTINGS, PENDING_LOGOUTS, ...SESSION_KEYS, ...SIGN_UP_KEYS.filter(isTheirs)]);
  }
  localStorage.setItem(OWNER, personId);
  markTab();
}

function erase(kept: string[]): void {
  eraseExcept(localStorage, kept);
  eraseTab(kept);
  clearCached({ everything: true });
  if (typeof indexedDB !== "undefined") indexedDB.deleteDatabase(MEDIA_DRAFTS);
  if ("clearAppBadge" in navigator) {
    // Not installed, or not allowed: then there is no number on an icon.
    navigator.clearAppBadge().catch(() => undefined);
  }
  announceErasedStorage();
}
