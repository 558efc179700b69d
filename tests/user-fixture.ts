import { LEGAL_VERSION } from "@/lib/legal/policy";
import type { Affiliation, OwnUser, User, UserListItem } from "@/lib/profiles/schema";

/** What is next to a name when nothing is known about the person. */
export const UNAFFILIATED: Affiliation = { role: "student", department: null, batch: null, label: "" };
export const CSE_2027: Affiliation = { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" };

/** A person as lists show them. */
export const personOf = (_id: string, name: string, change: Partial<UserListItem> = {}): UserListItem => ({
  _id,
  name,
  username: "",
  avatar: "",
  affiliation: UNAFFILIATED,
  collegeName: "MITS",
  isInCircle: false,
  ...change,
});

/** The viewer's own profile, as the API answers it. */
export function ownUser(overrides: Partial<OwnUser> = {}): OwnUser {
  return {
    _id: "01890000-0000-7000-8000-000000000001",
    name: "Ishita Verma",
    username: "ishita.verma",
    collegeName: "MITS",
    avatar: "",
    bio: "",
    banner: "",
    role: "student",
    affiliation: UNAFFILIATED,
    programme: null,
    section: null,
    whoSeesBatch: "everyone",
    isListed: true,
    isActive: true,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    followersCount: 0,
    followingCount: 0,
    postsCount: 0,
    circleCount: 0,
    isFollowing: false,
    isInCircle: false,
    email: "ishita@mitsgwl.ac.in",
    collegeId: "",
    provider: "email",
    verified: true,
    usernameChangeableAt: "",
    hidesChecklist: false,
    hidesSuggestions: false,
    agreedVersion: LEGAL_VERSION,
    isAdult: true,
    isWaiting: false,
    staffRole: null,
    suspension: null,
    ...overrides,
  };
}

/** A profile as `GET /users/{userId}` answers it. */
export const profileOf = (user: OwnUser, overrides: Partial<User> = {}): User => ({
  ...user,
  followers: [],
  following: [],
  reach: 0,
  mentions: [],
  isBlocked: false,
  isInMyCircle: false,
  isMuted: false,
  mutedUntil: null,
  ...overrides,
});

/** The profile of a person who has just proven their address. */
export const newcomer = (overrides: Partial<OwnUser> = {}): OwnUser =>
  ownUser({ name: "Anonymous User", username: "", collegeName: "--", ...overrides });
