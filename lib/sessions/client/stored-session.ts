import { clearCached } from "@/lib/offline/client/clear-cached";
import type { Tokens } from "@/lib/sessions/schema";
import { markSignedOut } from "@/lib/sessions/signed-out-marker";

/**
 * What the browser keeps of a session, under the specification's keys (§3): accessToken,
 * refreshToken, userProfile and user. Storage can be full, blocked or hold anything: reading never
 * throws and drops what it cannot understand.
 */

const ACCESS = "accessToken";
const REFRESH = "refreshToken";
const PROFILE = "userProfile";
const USER = "user";

/** All a session is known by. */
export const SESSION_KEYS = [ACCESS, REFRESH, PROFILE, USER];

const listeners = new Set<() => void>();

function read(key: string): string | null {
  if (typeof window === "undefined") return null;
  try {
    return window.localStorage.getItem(key);
  } catch {
    // Blocked: nobody is signed in here.
    return null;
  }
}

/** Tells who follows the stored session that it is another one now. */
export function announceStoredSession(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` whenever the stored session changes, here or in another tab. Returns how to
 * stop.
 */
export function onStoredSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const storedAccessToken = () => read(ACCESS);
export const storedRefreshToken = () => read(REFRESH);

/** The stored profile as text: a stable snapshot for useSyncExternalStore. */
export const storedProfileText = () => read(PROFILE);

/**
 * Whose session is stored; undefined when there is none, or when the stored profile is unreadable.
 */
export function storedPersonId(): string | undefined {
  try {
    const profile = JSON.parse(storedProfileText() ?? "null") as { _id?: unknown } | null;
    return typeof profile?._id === "string" ? profile._id : undefined;
  } catch {
    // Whoever needs the profile says that it is unreadable (lib/profiles/client/stored-profile.ts).
    return undefined;
  }
}

/** Stores the profile's text, and its short form, as the specification's auth response has it. */
export function storeProfileText(profile: string, user: string): void {
  localStorage.setItem(PROFILE, profile);
  localStorage.setItem(USER, user);
  announceStoredSession();
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS, tokens.accessToken);
  localStorage.setItem(REFRESH, tokens.refreshToken);
  markSignedOut(0);
  announceStoredSession();
}

/** Replaces the access token alone, where an answer renews it without renewing the session. */
export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  announceStoredSession();
}

/** Forgets a session that is lost. Drafts and the like stay for its person, and for nobody else. */
export function forgetStoredSession(): void {
  clearCached();
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
  announceStoredSession();
}
