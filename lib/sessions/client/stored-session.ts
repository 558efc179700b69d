import type { Tokens } from "@/lib/accounts/schema";
import { forgetKept } from "@/lib/offline/client/forget";
import type { OwnUser } from "@/lib/profiles/schema";
import { markSignedOut } from "@/lib/sessions/signed-out-marker";

/**
 * What the browser keeps of a session, under the specification's keys (§3): accessToken, refreshToken, userProfile and
 * user. Storage can be full, blocked or hold anything: reading never throws and drops what it cannot understand.
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

/** What a field is that a stored profile lacks, until the server's next answer brings it. */
const BLANK: OwnUser = {
  _id: "",
  name: "",
  username: "",
  collegeName: "",
  collegeId: "",
  email: "",
  provider: "email",
  verified: false,
  usernameChangeableAt: "",
  avatar: "",
  bio: "",
  banner: "",
  role: "",
  isActive: true,
  createdAt: "",
  updatedAt: "",
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  circleCount: 0,
  isFollowing: false,
  isInCircle: false,
};

/**
 * A profile that any release has stored: fields may be missing that came later, and others be there that are unknown.
 * Throws where it names nobody, or a field is of another kind.
 */
function asProfile(value: unknown): OwnUser {
  const profile = { ...BLANK, ...(value as Partial<OwnUser> | null) };
  for (const [name, blank] of Object.entries(BLANK)) {
    const kind = typeof blank;
    if (typeof profile[name as keyof OwnUser] !== kind) throw new TypeError(`${name} is no ${kind}.`);
  }
  if (!profile._id) throw new TypeError("_id is missing.");
  return profile;
}

function parseProfile(text: string): OwnUser | undefined {
  try {
    return asProfile(JSON.parse(text));
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it (§8, broken profile in storage)
    console.error("The stored profile is unreadable.", error);
    return undefined;
  }
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

/**
 * Replaces the stored profile. `user` is its short form, as the specification's auth response has it. What was kept for
 * another person is forgotten.
 */
export function storeProfile(profile: OwnUser): void {
  if (readStoredProfile()?._id !== profile._id) forgetKept();
  const { email, name, collegeName } = profile;
  localStorage.setItem(PROFILE, JSON.stringify(profile));
  localStorage.setItem(USER, JSON.stringify({ _id: profile._id, email, name, collegeName }));
  announceStoredSession();
}

/** Forgets a session that is lost. Drafts and the like stay for its person, and for nobody else. */
export function forgetStoredSession(): void {
  forgetKept();
  for (const key of SESSION_KEYS) localStorage.removeItem(key);
  announceStoredSession();
}
