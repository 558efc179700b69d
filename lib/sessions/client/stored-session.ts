import { clearCached } from "@/lib/offline/client/clear-cached";
import { markSignedOut } from "@/lib/sessions/marker-cookies";
import type { Tokens } from "@/lib/sessions/schema";
import { createSignal } from "@/lib/store/signal";

/**
 * The session as the browser stores it (docs/security.md, Sessions and logging out). Storage can be
 * full, blocked or hold anything, so reading never throws and drops what it cannot parse.
 */

const ACCESS = "accessToken";
const REFRESH = "refreshToken";
const PROFILE = "userProfile";
const USER = "user";

/** Every key of a stored session. */
export const SESSION_KEYS = [ACCESS, REFRESH, PROFILE, USER];

/** In session storage: the address whose session was lost in this tab. */
const LOST = "signedOutHere";

const changed = createSignal();

function read(key: string): string | null {
  if (typeof window === "undefined") return null;
  try {
    return window.localStorage.getItem(key);
  } catch {
    // Storage is blocked, so no one is signed in here.
    return null;
  }
}

/** Notifies the listeners in this tab that the stored session has changed. */
export const announceStoredSession = (): void => changed.emit();

/**
 * Calls `listener` whenever the stored session changes, here or in another tab. Returns a function
 * that stops it.
 */
export function onStoredSessionChange(listener: () => void): () => void {
  const stop = changed.subscribe(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

export const storedAccessToken = () => read(ACCESS);
export const storedRefreshToken = () => read(REFRESH);

/** The stored profile as text: a stable snapshot for useSyncExternalStore. */
export const storedProfileText = () => read(PROFILE);

/**
 * Id of the signed-in person; undefined without a session, or when the stored profile is
 * unreadable.
 */
export const storedPersonId = (): string | undefined => profileField("_id");

function profileField(field: "_id" | "email"): string | undefined {
  try {
    const profile = JSON.parse(storedProfileText() ?? "null") as Record<string, unknown> | null;
    const value = profile?.[field];
    return typeof value === "string" ? value : undefined;
  } catch {
    // lib/profiles/client/stored-profile.ts reports the unreadable profile.
    return undefined;
  }
}

/** The address whose session was lost in this tab, until someone signs in; null without one. */
export function lostAddress(): string | null {
  try {
    return sessionStorage.getItem(LOST);
  } catch {
    // Storage is blocked, so no one was signed in here.
    return null;
  }
}

/** Stores the profile and its short form, both as JSON. */
export function storeProfileText(profile: string, user: string): void {
  localStorage.setItem(PROFILE, profile);
  localStorage.setItem(USER, user);
  announceStoredSession();
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS, tokens.accessToken);
  localStorage.setItem(REFRESH, tokens.refreshToken);
  sessionStorage.removeItem(LOST);
  markSignedOut(0);
  announceStoredSession();
}

/** Replaces the access token alone, where an answer renews it without renewing the session. */
export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  announceStoredSession();
}

/**
 * Removes a lost session. Drafts and other personal data stay for the same person, and this tab
 * remembers the address for the login.
 */
export function forgetStoredSession(): void {
  const email = profileField("email");
  if (email) sessionStorage.setItem(LOST, email);
  clearCached();
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
  announceStoredSession();
}
