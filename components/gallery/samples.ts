import { ApiClientError } from "@/lib/api/client/api-client-error";
import type { Comment } from "@/lib/comments/schema";
import type { Notification, NotificationType } from "@/lib/notifications/schema";
import type { Post } from "@/lib/posts/schema";
import type { OwnUser, User, UserListItem } from "@/lib/profiles/schema";

/** Fixed sample data for the gallery. */

/** A stable sample id. */
const idOf = (number: number) => `0190a1b2-0000-7000-8000-${String(number).padStart(12, "0")}`;

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
const NOON = Date.parse("2026-11-20T12:00:00Z");
const hoursBefore = (hours: number) => new Date(NOON - hours * HOUR).toISOString();

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

const post: Post = {
  _id: idOf(100),
  userId: { ...MEMBERS.ishita, collegeName: "MITS" },
  caption: "Sunrise from the hostel roof before the 8 a.m. lab. Worth losing sleep for. #gwalior #goldenhour",
  mediaUrl: picture(18),
  mediaType: "image",
  hashtags: ["gwalior", "goldenhour"],
  visibility: "public",
  likes: [],
  isLiked: false,
  likesCount: 12,
  commentsCount: 3,
  sharesCount: 1,
  isActive: true,
  createdAt: hoursBefore(2),
  width: 1200,
  height: 900,
  placeholder: picture(18, 12, 9),
  thumbnail: picture(18, 320, 240),
  altText: "The sun over dark hills",
};

const LONG_CAPTION = `${"One more thing about this morning. ".repeat(12)}\n\nهذا نص طويل يُقرأ من اليمين إلى اليسار.`;

/** Variants of one post, each with its own id. */
export const POSTS = Object.fromEntries(
  Object.entries({
    picture: {},
    trending: { isLiked: true, likesCount: 1_240, commentsCount: 86, sharesCount: 2_000_000 },
    own: { userId: { ...MEMBERS.aarav, collegeName: "MITS" }, caption: "My own, with a menu for me alone." },
    noCaption: { caption: "", likesCount: 0, commentsCount: 0, sharesCount: 0 },
    longCaption: { caption: LONG_CAPTION, userId: { ...MEMBERS.longName, collegeName: "MITS" } },
    anonymous: {
      userId: { ...MEMBERS.anonymous, collegeName: "--" },
      caption: "From someone without a name yet.",
    },
    tall: {
      mediaUrl: picture(140, 600, 1800),
      width: 600,
      height: 1800,
      caption: "Taller than a frame may be.",
    },
    wide: {
      mediaUrl: picture(260, 2400, 600),
      width: 2400,
      height: 600,
      caption: "Wider than a frame may be.",
    },
    gone: {
      mediaUrl: BROKEN_IMAGE,
      thumbnail: BROKEN_IMAGE,
      caption: "Its picture is gone; the blurred one stays.",
    },
    goneEntirely: {
      mediaUrl: BROKEN_IMAGE,
      placeholder: "",
      thumbnail: BROKEN_IMAGE,
      altText: "",
      caption: "Nothing of it is left.",
    },
    video: {
      mediaType: "video",
      caption: "A clip: plays while it is seen.",
      altText: "One colour becomes another",
    },
  } satisfies Record<string, Partial<Post>>).map(([name, change], index) => [
    name,
    { ...post, ...change, _id: idOf(100 + index) },
  ]),
) as Record<string, Post>;

export const COMMENTS: Comment[] = [
  { _id: idOf(201), userId: MEMBERS.kabir, content: "Which roof is this?", createdAt: hoursBefore(1) },
  {
    _id: idOf(202),
    userId: MEMBERS.aarav,
    content: "Block C. Bring tea.\nAnd a scarf.",
    createdAt: hoursBefore(0.5),
  },
  {
    _id: idOf(203),
    userId: MEMBERS.longName,
    content: `${"donaudampfschifffahrt".repeat(6)} नमस्ते 👋`,
    createdAt: hoursBefore(30),
  },
  { _id: "pending:1", userId: MEMBERS.aarav, content: "On its way.", createdAt: hoursBefore(0) },
];

function notification(number: number, type: NotificationType, change: Partial<Notification>): Notification {
  const message = {
    like: "liked your post",
    comment: "commented: “Which roof?”",
    follow: "joined your circle",
  }[type];
  return {
    _id: idOf(300 + number),
    type,
    custom: false,
    message,
    senderId: MEMBERS.ishita,
    postId: null,
    seen: true,
    createdAt: hoursBefore(number + 1),
    ...change,
  };
}

const about = (number: number, media: Partial<NonNullable<Notification["postId"]>> = {}) => ({
  _id: idOf(100 + number),
  mediaUrl: picture(18),
  mediaType: "image" as const,
  thumbnail: picture(18, 320, 240),
  ...media,
});

export const NOTIFICATIONS: Notification[] = [
  notification(0, "like", { postId: about(0), seen: false }),
  notification(1, "comment", {
    postId: about(1, { mediaType: "video" }),
    seen: false,
    senderId: MEMBERS.kabir,
  }),
  notification(2, "follow", { senderId: MEMBERS.meera }),
  notification(3, "like", { postId: about(3, { thumbnail: BROKEN_IMAGE, mediaUrl: BROKEN_IMAGE }) }),
  notification(4, "comment", { senderId: MEMBERS.longName, message: `commented: “${"and on ".repeat(30)}”` }),
  notification(5, "like", { custom: true, senderId: MEMBERS.kabir, message: "Bring your sketches tomorrow" }),
];

/** Likes of one post by several people, grouped into one expandable row. */
export const GROUPED_LIKES: Notification[] = [MEMBERS.ishita, MEMBERS.kabir, MEMBERS.meera].map(
  (senderId, index) => notification(20 + index, "like", { senderId, postId: about(0), seen: index > 0 }),
);

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
