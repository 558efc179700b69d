import type { OwnUser, User } from "@/lib/profiles/schema";

/** One's own profile as the API gives it. */
export function ownUser(given: Partial<OwnUser> = {}): OwnUser {
  return {
    _id: "01890000-0000-7000-8000-000000000001",
    name: "Ishita Verma",
    username: "ishita.verma",
    collegeName: "MITS",
    avatar: "",
    bio: "",
    banner: "",
    role: "student",
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
    ...given,
  };
}

/** A profile as `GET /users/{id}` gives it. */
export const profileOf = (user: OwnUser, given: Partial<User> = {}): User => ({
  ...user,
  followers: [],
  following: [],
  reach: 0,
  ...given,
});

/** The profile of somebody who has just proven their address. */
export const newcomer = (given: Partial<OwnUser> = {}): OwnUser =>
  ownUser({ name: "Anonymous User", username: "", collegeName: "--", ...given });
