import * as z from "zod";
import { multilineText, singleLineText, specifiedBody } from "@/lib/api/fields";
import { idParam } from "@/lib/api/pagination";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import { COLLEGES, findCollege } from "@/lib/product";
import { MEMBER_ROLES } from "@/lib/profiles/affiliation";
import { affiliationFields } from "@/lib/profiles/affiliation-schema";
import {
  BIO_MAX,
  COLLEGE_ID_MAX,
  COLLEGE_ID_MISSING,
  NAME_MAX,
  NAME_MIN,
  RESERVED_NAME,
  USERNAME_MAX,
  USERNAME_MIN,
} from "@/lib/profiles/policy";
import { isReservedName, isReservedUsername } from "@/lib/profiles/username";
import { staffRoleField, suspensionSchema } from "@/lib/sessions/schema";

/** A person by name and picture, as the staff's screens show them. */
export const personNameSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    username: z.string(),
    avatar: z.string(),
  })
  .meta({ id: "PersonName" });
export type PersonName = z.infer<typeof personNameSchema>;

export const memberRoleField = z.enum(MEMBER_ROLES);
/** What someone is at the college. What they don't say, or hide from the viewer, is null. */
export const affiliationSchema = z
  .object({
    role: memberRoleField,
    department: z.string().nullable(),
    batch: z.int().nullable(),
    /** What is next to the name (`affiliationLabel`); may be empty. */
    label: z.string(),
  })
  .meta({ id: "Affiliation" });
export type Affiliation = z.infer<typeof affiliationSchema>;

/** A person as posts, comments and lists show them. */
export const userSummarySchema = personNameSchema
  .extend({ affiliation: affiliationSchema })
  .meta({ id: "Author" });
export type UserSummary = z.infer<typeof userSummarySchema>;

/** Someone whom a text names as `@username`, in lower case. Only those the viewer may see. */
const mentionSchema = z.object({ _id: z.string(), username: z.string() }).meta({ id: "Mention" });
export const mentionsField = z.array(mentionSchema);
export type Mention = z.infer<typeof mentionSchema>;

const batchAudienceField = z.enum(["everyone", "circle"]);

const profileShape = z.object({
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  collegeName: z.string(),
  avatar: z.string(),
  bio: z.string(),
  banner: z.string(),
  role: memberRoleField,
  affiliation: affiliationSchema,
  programme: z.string().nullable(),
  /** Only for people of the same department. */
  section: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  followersCount: z.int(),
  followingCount: z.int(),
  postsCount: z.int(),
  circleCount: z.int(),
  isFollowing: z.boolean(),
  isInCircle: z.boolean(),
});

/** A profile as every member sees it. The optional fields are for the person themselves. */
export const profileSchema = profileShape
  .extend({
    /**
     * Ids of the people who joined or were joined last, at most 50 each. The counts are complete.
     */
    followers: z.array(z.string()),
    following: z.array(z.string()),
    /** Likes, comments and shares of the person's posts. */
    reach: z.int(),
    /** Whom the bio names. */
    mentions: mentionsField,
    /** Whether they have joined the viewer's circle. */
    isInMyCircle: z.boolean(),
    /** Whether the viewer has blocked them: then only name, username and picture are there. */
    isBlocked: z.boolean(),
    /** Whether the viewer has muted them; null in `mutedUntil` then means always. */
    isMuted: z.boolean(),
    /** The name until a few days ago, of a person who has changed it. */
    formerName: z.string().optional(),
    mutedUntil: z.string().nullable(),
    email: z.string().optional(),
    collegeId: z.string().optional(),
    provider: z.enum(["email", "google", "oidc"]).optional(),
    verified: z.boolean().optional(),
    usernameChangeableAt: z.string().optional(),
    hidesChecklist: z.boolean().optional(),
    hidesSuggestions: z.boolean().optional(),
    whoSeesBatch: batchAudienceField.optional(),
    isListed: z.boolean().optional(),
    agreedVersion: z.string().optional(),
    isAdult: z.boolean().nullable().optional(),
    isWaiting: z.boolean().optional(),
    staffRole: staffRoleField.nullable().optional(),
    suspension: suspensionSchema.nullable().optional(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof profileSchema>;

/** The signed-in person's own profile. The browser stores it under `userProfile`. */
export const ownProfileSchema = profileShape
  .extend({
    email: z.string(),
    collegeId: z.string(),
    provider: z.enum(["email", "google", "oidc"]),
    verified: z.boolean(),
    /** When the username can be changed again; empty when it can be changed now. */
    usernameChangeableAt: z.string(),
    /** What the person has put away on the feed: the checklist, and people to join. */
    hidesChecklist: z.boolean(),
    hidesSuggestions: z.boolean(),
    whoSeesBatch: batchAudienceField,
    /** Whether they are in the directory of people. */
    isListed: z.boolean(),
    /** The version of the legal documents the person agreed to; empty without any. */
    agreedVersion: z.string(),
    /** What they said about being 18 or older; null until they say. */
    isAdult: z.boolean().nullable(),
    /** Whether they are under 18 and may not use the app, or not yet. */
    isWaiting: z.boolean(),
    /** Whether the person moderates. */
    staffRole: staffRoleField.nullable(),
    /** Whom the bio names, in the answer to a change. */
    mentions: mentionsField.optional(),
    /** While the person is suspended or banned. */
    suspension: suspensionSchema.nullable(),
  })
  .meta({ id: "OwnUser" });
export type OwnUser = z.infer<typeof ownProfileSchema>;

export const userParams = z.object({ userId: idParam });
export const userAnswer = z.object({ user: profileSchema });

export const nameField = singleLineText({
  min: NAME_MIN,
  max: NAME_MAX,
  tooShort: `Your name needs at least ${NAME_MIN} characters.`,
  tooLong: `Please keep your name to ${NAME_MAX} characters.`,
}).refine((name) => !isReservedName(name), RESERVED_NAME);
export const bioField = multilineText({
  max: BIO_MAX,
  tooLong: `Please keep your bio to ${BIO_MAX} characters.`,
});
export const collegeField = z
  .string()
  .refine(
    (code) => findCollege(code) !== undefined,
    `Please choose one of: ${COLLEGES.map((c) => c.code).join(", ")}.`,
  );
export const collegeIdField = singleLineText({
  min: 1,
  max: COLLEGE_ID_MAX,
  tooShort: COLLEGE_ID_MISSING,
  tooLong: `Please keep your College ID to ${COLLEGE_ID_MAX} characters.`,
});
/** Checked before it is lower-cased, because some letters of other scripts become ASCII letters. */
export const usernameField = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9]+(?:\.[a-z0-9]+)*$/i,
    "Use letters, digits and single dots, with a letter or digit at both ends.",
  )
  .min(USERNAME_MIN, `A username needs at least ${USERNAME_MIN} characters.`)
  .max(USERNAME_MAX, `Please keep your username to ${USERNAME_MAX} characters.`)
  .toLowerCase()
  .refine((username) => !isReservedUsername(username), "That username is reserved. Please choose another.");
/** The URL of a picture. The service accepts only the person's own uploads to our media host. */
export const pictureField = z.string().trim().max(2000);

export const profileBody = specifiedBody({
  name: nameField.optional(),
  username: usernameField.optional(),
  bio: bioField.optional(),
  collegeName: collegeField.optional(),
  collegeId: collegeIdField.optional(),
  avatar: pictureField.optional(),
  banner: pictureField.optional(),
  ...affiliationFields,
  whoSeesBatch: batchAudienceField.optional(),
  isListed: z.boolean().optional(),
  hidesChecklist: z.boolean().optional(),
  hidesSuggestions: z.boolean().optional(),
  /** Whether the person is 18 or older. From "no" to "yes" only once a year. */
  isAdult: z.boolean().optional(),
  /** Agrees to the legal documents. Only what they say now can be agreed to. */
  agreedVersion: z.literal(LEGAL_VERSION, "The terms have changed. Please reload the page.").optional(),
});
export type ProfileBody = z.infer<typeof profileBody>;
/** `profileBody` as a form. Its picture is received apart (lib/profiles/server/profile-form.ts). */
export const profileForm = profileBody.extend({ avatar: z.file().optional() });

export const usernameParams = z.object({ username: usernameField });
/** Whether a username is free; `message` says so on screen. */
export const usernameAnswer = z.object({ available: z.boolean(), message: z.string() });

/** A person in a list of people. */
export const userListItemSchema = userSummarySchema.extend({
  collegeName: z.string(),
  isInCircle: z.boolean(),
});
export type UserListItem = z.infer<typeof userListItemSchema>;

export const meAnswer = z.object({ user: ownProfileSchema });
