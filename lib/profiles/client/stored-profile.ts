import { clearCached } from "@/lib/offline/client/clear-cached";
import type { OwnUser } from "@/lib/profiles/schema";
import { storedPersonId, storedProfileText, storeProfileText } from "@/lib/sessions/client/stored-session";

/** The signed-in person's profile, stored in the browser under `userProfile`. */

let lastRead: { text: string; profile: OwnUser | undefined } | undefined;

/**
 * The profile in `text`; undefined when it is missing or unreadable. An unreadable one is logged
 * once and left for the caller to replace. The same text returns the same object.
 */
export function readStoredProfile(text: string | null = storedProfileText()): OwnUser | undefined {
  if (!text) return undefined;
  // Sign-up screens read it once a second, and components that show the profile on each render.
  if (lastRead?.text !== text) lastRead = { text, profile: parseProfile(text) };
  return lastRead.profile;
}

/** Defaults for fields a stored profile lacks, until the server's next answer brings them. */
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
  hidesChecklist: false,
  hidesSuggestions: false,
  agreedVersion: "",
  isAdult: null,
  isWaiting: false,
  staffRole: null,
  suspension: null,
  avatar: "",
  bio: "",
  banner: "",
  role: "student",
  affiliation: { role: "student", department: null, batch: null, label: "" },
  programme: null,
  section: null,
  whoSeesBatch: "everyone",
  isListed: true,
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
 * Reads a profile that a tab from before or after an update may have stored: newer fields may be
 * missing, and unknown ones present. Throws when it has no `_id` or a field of the wrong type.
 */
function asProfile(value: unknown): OwnUser {
  const profile = { ...BLANK, ...(value as Partial<OwnUser> | null) };
  for (const [name, blank] of Object.entries(BLANK)) {
    if (blank === null) continue;
    const type = typeof blank;
    if (typeof profile[name as keyof OwnUser] !== type) throw new TypeError(`${name} is not a ${type}.`);
  }
  if (!profile._id) throw new TypeError("_id is missing.");
  return profile;
}

function parseProfile(text: string): OwnUser | undefined {
  try {
    return asProfile(JSON.parse(text));
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the browser has no other log
    console.error("The stored profile is unreadable.", error);
    return undefined;
  }
}

/** Replaces the stored profile. When it is another person's, cached pages and data are cleared. */
export function storeProfile(profile: OwnUser): void {
  if (storedPersonId() !== profile._id) clearCached();
  const { email, name, collegeName } = profile;
  storeProfileText(JSON.stringify(profile), JSON.stringify({ _id: profile._id, email, name, collegeName }));
}
