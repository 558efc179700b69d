import "server-only";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import type { User } from "@/prisma/generated/client/client";

/**
 * Columns of `users` that stay when an account is emptied, because they say nothing about the
 * person, or because the code that empties it sets them itself. Any other column needs a blank
 * value below, or this file does not compile.
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

/** The row of a closed account, without anything personal. */
export const ERASED: Omit<User, Remaining> = {
  username: null,
  usernameChangedAt: null,
  name: ANONYMOUS_NAME,
  formerName: "",
  nameChangedAt: null,
  collegeName: NO_COLLEGE,
  collegeId: "",
  role: "student",
  department: null,
  programme: null,
  batch: null,
  section: null,
  whoSeesBatch: "everyone",
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
  isAdult: null,
  ageSaidAt: null,
  minorConfirmedAt: null,
  agreedVersion: null,
  agreedAt: null,
  mutedPattern: null,
};

const {
  googleSub: _setByProof,
  oidcSubject: _too,
  registeredBrowser: _comparedByProof,
  ...untouched
} = ERASED;

/** An account of which only the address is known. */
export const UNTOUCHED = untouched;
