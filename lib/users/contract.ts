import { z } from "zod";
import { idParam, pageFields, pageQuery } from "@/lib/api/pages";
import { line, prose } from "@/lib/api/text";
import { ANONYMOUS_NAME, COLLEGES, findCollege, NO_COLLEGE } from "@/lib/product";

/** Numbers of the specification (§5, §9) and of contract §4. */
export const NAME_MIN = 2;
export const NAME_MAX = 80;
export const BIO_MAX = 300;
export const COLLEGE_ID_MAX = 40;
export const SEARCH_PAGE = 10;

/** Another person as posts, comments and lists show them. */
export const memberShape = z.object({ _id: z.string(), name: z.string(), avatar: z.string() });
export type Member = z.infer<typeof memberShape>;

const profileShape = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  collegeName: z.string(),
  avatar: z.string(),
  bio: z.string(),
  banner: z.string(),
  role: z.string(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  followersCount: z.number().int(),
  followingCount: z.number().int(),
  postsCount: z.number().int(),
  circleCount: z.number().int(),
  isFollowing: z.boolean(),
  isInCircle: z.boolean(),
});

/** A profile as anyone signed in sees it, and with the fields only oneself may see. */
export const userShape = profileShape.extend({
  email: z.string().optional(),
  collegeId: z.string().optional(),
  provider: z.enum(["email", "google"]).optional(),
  verified: z.boolean().optional(),
});
export type User = z.infer<typeof userShape>;

/** The signed-in person's own profile, kept in the browser under `userProfile`. */
export const ownUserShape = profileShape.extend({
  email: z.string(),
  collegeId: z.string(),
  provider: z.enum(["email", "google"]),
  verified: z.boolean(),
});
export type OwnUser = z.infer<typeof ownUserShape>;

export const userParams = z.object({ userId: idParam });
export const userAnswer = z.object({ user: userShape });

export const nameField = line({
  min: NAME_MIN,
  max: NAME_MAX,
  tooShort: `Your name needs at least ${NAME_MIN} characters.`,
  tooLong: `Please keep your name to ${NAME_MAX} characters.`,
});
export const bioField = prose({ max: BIO_MAX, tooLong: `Please keep your bio to ${BIO_MAX} characters.` });
export const collegeField = z
  .string()
  .refine(
    (code) => findCollege(code) !== undefined,
    `Please choose one of: ${COLLEGES.map((c) => c.code).join(", ")}.`,
  );
export const collegeIdField = line({
  min: 1,
  max: COLLEGE_ID_MAX,
  tooShort: "Please enter your College ID.",
  tooLong: `Please keep your College ID to ${COLLEGE_ID_MAX} characters.`,
});
/** The address of a picture; the service accepts only those of our own media host. */
export const pictureField = z.string().trim().max(2000);

export const profileBody = z.strictObject({
  name: nameField.optional(),
  bio: bioField.optional(),
  collegeName: collegeField.optional(),
  collegeId: collegeIdField.optional(),
  avatar: pictureField.optional(),
  banner: pictureField.optional(),
});
export type ProfileBody = z.infer<typeof profileBody>;

/** Without a body the call toggles; with one it sets the state, so that a retry is safe. */
export const followBody = z.strictObject({ inCircle: z.boolean() }).optional();
export const followAnswer = z.object({
  isInCircle: z.boolean(),
  circleCount: z.number().int(),
  message: z.string(),
});
export type FollowAnswer = z.infer<typeof followAnswer>;

export const searchQuery = pageQuery(SEARCH_PAGE).extend({
  q: z
    .string()
    .trim()
    .min(1, "Please type a name to search for.")
    .max(200, "That is too long to search for."),
});
export const searchAnswer = z.object({
  users: z.array(
    memberShape.extend({ collegeName: z.string(), username: z.string(), isInCircle: z.boolean() }),
  ),
  ...pageFields,
  message: z.string(),
});

/** Complete when the name is real, the college is real and the address is known (the specification, §4). */
export function isProfileComplete(user: { name: string; collegeName: string; email: string }): boolean {
  const named = user.name !== "" && user.name !== ANONYMOUS_NAME;
  const placed = user.collegeName !== "" && user.collegeName !== NO_COLLEGE;
  return named && placed && user.email !== "";
}
