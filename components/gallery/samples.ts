import { ApiClientError } from "@/lib/api/client/api-client-error";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import type { OwnUser, User, UserListItem } from "@/lib/profiles/schema";

/** Fixed sample data for the gallery. */

/** A stable sample id. */
export const idOf = (number: number) => `0190a1b2-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** A generated landscape as a data URL, so that the gallery loads no files. */
export function picture(hue: number, width = 1200, height = 900): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="hsl(${hue} 80% 78%)"/>
<circle cx="${width * 0.68}" cy="${height * 0.36}" r="${Math.min(width, height) * 0.14}" fill="hsl(${hue + 20} 95% 92%)"/>
<path d="M0 ${height}L${width * 0.3} ${height * 0.5}L${width * 0.62} ${height}Z" fill="hsl(${hue + 250} 35% 45%)"/>
<path d="M${width * 0.3} ${height}L${width * 0.72} ${height * 0.58}L${width} ${height * 0.86}V${height}Z" fill="hsl(${hue + 250} 40% 32%)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A broken image that needs no network. */
export const BROKEN_IMAGE = "data:image/png;base64,AAAA";

export const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff 👩🏽‍🚀 نور الهدى Bhattacharya-Rao";

const HOUR = 3_600_000;
/** A fixed time: one relative to the rendering would differ between server and browser. */
export const NOON = Date.parse("2026-11-20T12:00:00Z");
export const hoursBefore = (hours: number) => new Date(NOON - hours * HOUR).toISOString();

const member = (number: number, name: string, username: string, avatar = "") => ({
  _id: idOf(number),
  name,
  username,
  avatar,
});

export const MEMBERS = {
  aarav: member(1, "Aarav Sharma", "aarav.sharma"),
  ishita: member(2, "Ishita Verma", "ishita.verma", picture(18, 200, 200)),
  kabir: member(3, "Kabir Rao", "kabir.rao"),
  meera: member(4, "Meera Joshi", "meera.joshi", BROKEN_IMAGE),
  longName: member(5, LONG_NAME, "wolfeschlegelsteinhausen.berger"),
  anonymous: member(6, "Anonymous User", ""),
};

const profile: User = {
  ...MEMBERS.ishita,
  collegeName: "MITS",
  bio: "Electronics by degree, photographer by golden hour. If the light is good I am late for class.",
  banner: picture(200, 1500, 500),
  role: "student",
  isActive: true,
  createdAt: "2026-08-03T08:00:00.000Z",
  updatedAt: "2026-11-20T08:00:00.000Z",
  followersCount: 1_234,
  followingCount: 48,
  postsCount: 48,
  circleCount: 1_234,
  isFollowing: false,
  isInCircle: false,
  followers: [],
  following: [],
  reach: 4_321,
  isBlocked: false,
  isInMyCircle: false,
  isMuted: false,
  mutedUntil: null,
};

export const PROFILES = {
  other: profile,
  joined: { ...profile, isFollowing: true, isInCircle: true },
  plain: {
    ...profile,
    ...MEMBERS.kabir,
    bio: "",
    banner: "",
    postsCount: 1,
    circleCount: 0,
  },
  longName: {
    ...profile,
    ...MEMBERS.longName,
    bio: `${"averylongword".repeat(8)} नमस्ते 👋`,
  },
};

export const ME: OwnUser = {
  ...profile,
  ...MEMBERS.aarav,
  bio: "Builds small things that work. Chai before code.",
  banner: "",
  email: "aarav.sharma@mitsgwl.ac.in",
  collegeId: "0901CS231004",
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
};

/** The viewer's own profile as its page receives it. */
export const OWN_PROFILE: User = { ...profile, ...ME };

export const personOf = (
  from: { _id: string; name: string; username: string; avatar: string },
  isInCircle = false,
): UserListItem => ({
  ...from,
  collegeName: "MITS",
  isInCircle,
});

/** Fourteen days of page views, two of them without any. */
export const VIEWS = [12, 48, 0, 96, 120, 64, 31, 88, 0, 140, 171, 93, 60, 22].map((views, index) => ({
  day: `2026-11-${String(8 + index).padStart(2, "0")}`,
  views,
}));

/** A failed API call and a failed server render, each with the id of its log entry. */
export const SERVER_ERROR = new ApiClientError(500, "internal", "Something went wrong. Please try again.", {
  requestId: "5f1c7a0e-2b4d-4f7e-9a51-0c6f5d2e8b13",
});
export const RENDER_ERROR = Object.assign(new Error(), { digest: "3178594201" });
