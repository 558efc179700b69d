import { clearCached } from "@/lib/offline/client/clear-cached";
import type { OwnUser } from "@/lib/profiles/schema";
import { storedPersonId, storedProfileText, storeProfileText } from "@/lib/sessions/client/stored-session";

/** The signed-in person's profile as the browser stores it, under `userProfile`. */

let lastRead: { text: string; profile: OwnUser | undefined } | undefined;

/**
 * The profile in `text`; undefined when it is missing or unreadable (logged once, and left for the
 * caller to replace). The same text gives the same object.
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
 * A profile that any release has stored: fields may be missing that came later, and others be there
 * that are unknown. Throws where it names nobody, or a field is of another kind.
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

/** Replaces the stored profile. What the browser stores of another person is forgotten. */
export function storeProfile(profile: OwnUser): void {
  if (storedPersonId() !== profile._id) clearCached();
  const { email, name, collegeName } = profile;
  storeProfileText(JSON.stringify(profile), JSON.stringify({ _id: profile._id, email, name, collegeName }));
}
