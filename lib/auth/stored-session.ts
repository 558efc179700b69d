import type { Tokens } from "@/lib/auth/contract";
import { type OwnUser, ownUserShape } from "@/lib/users/contract";

/**
 * What the browser keeps of a session, under the specification's keys (§3): accessToken, refreshToken, userProfile and
 * user. Storage can be full, blocked or hold anything: reading never throws and drops what it cannot understand.
 */

const ACCESS = "accessToken";
const REFRESH = "refreshToken";
const PROFILE = "userProfile";
const USER = "user";

const listeners = new Set<() => void>();

function read(key: string): string | null {
  return typeof window === "undefined" ? null : window.localStorage.getItem(key);
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the stored session changes, here or in another tab. Returns how to stop. */
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

let lastRead: { text: string; profile: OwnUser | undefined } | undefined;

/**
 * The profile in `text`; undefined when it is missing or unreadable (logged once, and left for the caller to replace). The
 * same text gives the same object.
 */
export function readStoredProfile(text: string | null = storedProfileText()): OwnUser | undefined {
  if (!text) return undefined;
  // The auth screens look once a second, and every render of whoever shows the profile does.
  if (lastRead?.text !== text) lastRead = { text, profile: parseProfile(text) };
  return lastRead.profile;
}

function parseProfile(text: string): OwnUser | undefined {
  try {
    return ownUserShape.parse(JSON.parse(text));
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (§8, broken profile in storage)
    console.error("The stored profile is unreadable.", error);
    return undefined;
  }
}

export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS, tokens.accessToken);
  localStorage.setItem(REFRESH, tokens.refreshToken);
  changed();
}

/** Replaces the access token alone, where an answer renews it without renewing the session. */
export function storeAccessToken(accessToken: string): void {
  localStorage.setItem(ACCESS, accessToken);
  changed();
}

/** Replaces the stored profile. `user` is its short form, as the specification's auth response has it. */
export function storeProfile(profile: OwnUser): void {
  const { email, name, collegeName } = profile;
  localStorage.setItem(PROFILE, JSON.stringify(profile));
  localStorage.setItem(USER, JSON.stringify({ _id: profile._id, email, name, collegeName }));
  changed();
}

/**
 * Empties local storage (the specification, §4: a Google account outside the college), but for the theme, which says
 * nothing of a person.
 */
export function clearLocalStorage(): void {
  for (const key of Object.keys(localStorage)) if (key !== "theme") localStorage.removeItem(key);
  changed();
}

/** Forgets the session, and nothing else (the theme and drafts stay). */
export function forgetStoredSession(): void {
  for (const key of [ACCESS, REFRESH, PROFILE, USER]) localStorage.removeItem(key);
  changed();
}
