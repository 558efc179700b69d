import "server-only";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import type { User } from "@/prisma/generated/client/client";

/**
 * Columns of `users` that stay when an account is emptied, because they say nothing about the
 * person, or because the code that empties it sets them itself. Any other column needs a blank
 * value in one of the two lists below, or this file does not compile.
 */
type Remaining =
  | "id"
  | "email"
  | "provider"
  | "isActive"
  | "deactivatedAt"
  | "deletedAt"
  | "verifiedAt"
  | "followersCount"
  | "followingCount"
  | "postsCount"
  | "searchName"
  | "createdAt"
  | "updatedAt";

/**
 * What others have decided about a person, what can be said only once or twice in a year, and who
 * sees their year. It holds for the next account of the same address (former-members.ts).
 */
export const BINDING = {
  role: "student",
  department: null,
  batch: null,
  whoSeesBatch: "everyone",
  isAdult: null,
  ageSaidAt: null,
  minorConfirmedAt: null,
} satisfies Partial<User>;

/**
 * What people choose again in their next account. A suspension is in this list because it follows
 * from the decisions that hold for it.
 */
const OWN: Omit<User, Remaining | keyof typeof BINDING> = {
  username: null,
  usernameChangedAt: null,
  name: ANONYMOUS_NAME,
  formerName: "",
  nameChangedAt: null,
  collegeName: NO_COLLEGE,
  collegeId: "",
  programme: null,
  section: null,
  isListed: true,
  bio: "",
  avatarId: null,
  bannerId: null,
  googleSub: null,
  oidcSubject: null,
  passwordHash: null,
  registeredBrowser: null,
  notificationsViewedAt: null,
  mutedNotifications: [],
  mutedCustom: false,
  customFromEveryone: true,
  mutedMessages: false,
  showsMessageText: false,
  whoCanMessage: "everyone",
  whoCanMention: "everyone",
  seenMarks: true,
  hidesChecklist: false,
  hidesSuggestions: false,
  switchedOffAt: null,
  suspendedAt: null,
  suspendedUntil: null,
  suspensionId: null,
  staffRole: null,
  agreedVersion: null,
  agreedAt: null,
  mutedPattern: null,
};

/** The row of a closed account, without anything personal. */
export const ERASED: Omit<User, Remaining> = { ...OWN, ...BINDING };

const {
  googleSub: _setByProof,
  oidcSubject: _too,
  registeredBrowser: _comparedByProof,
  ...untouched
} = ERASED;

/** An account of which only the address is known. */
export const UNTOUCHED = untouched;
