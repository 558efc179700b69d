import { ANONYMOUS_NAME, collegeByEmail, NO_COLLEGE } from "@/lib/product";

/** The numbers, rules and texts of profiles (docs/product.md, Numbers). */

/** How long after "I am under 18" someone may say "I am 18 or older", in days. */
export const AGE_CHANGE_DAYS = 365;
export const AGE_MISSING = "Please say whether you are 18 or older.";
export const AGE_LOCKED = "You can change this once a year. If it is wrong, write to the grievance officer.";

/** Whether someone may say that they are 18 or older. Saying that one is not is always possible. */
export const canSayAdult = ({ isAdult, ageSaidAt }: { isAdult: boolean | null; ageSaidAt: Date | null }) =>
  isAdult !== false || ageSaidAt === null || Date.now() - ageSaidAt.getTime() > AGE_CHANGE_DAYS * 86_400_000;

/** The years of graduation that people can choose: up to a few from now. */
export const BATCH_MIN = 1950;
export const BATCH_YEARS_AHEAD = 6;
export const batchMax = () => new Date().getFullYear() + BATCH_YEARS_AHEAD;

/** How long after a rejection someone may ask the college again. */
export const REQUEST_AGAIN_HOURS = 24;
export const CLOSED_TO_REQUESTS = "Your college has confirmed what you are. Please ask it to change it.";

export const NAME_MIN = 2;
export const NAME_MAX = 80;
export const BIO_MAX = 300;
export const COLLEGE_ID_MAX = 40;
/** People whom one text may name with `@username`; further ones are plain text. */
export const MENTIONS_MAX = 30;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
/** For how many days a profile shows the name before. */
export const FORMER_NAME_DAYS = 7;
export const RESERVED_NAME =
  "Please use your own name. Words such as “official” or the college's name are reserved.";
/** How many days a chosen username cannot be changed. */
export const USERNAME_DAYS = 30;
/** How many ids `followers` and `following` of a profile contain, latest first. */
export const LATEST_JOINED = 50;

/** The approximate bytes of the archive from `GET /users/{id}/export`, for a progress bar. */
export const EXPORT_SIZE_HEADER = "X-Expected-Bytes";

export const OTHER_COLLEGE = "Please choose the college of your email address.";
export const COLLEGE_ID_MISSING = "Please enter your College ID.";

/** With this many circles joined, a member needs no more help to find people. */
export const CIRCLES_TO_START = 3;
/** A circle of so many people is celebrated. */
export const CIRCLE_TO_CELEBRATE = 10;
/** For how many days after signing up the checklist is offered. */
const CHECKLIST_DAYS = 30;

type Viewer = { id: string };

export function canEditProfile(viewer: Viewer, userId: string): boolean {
  return viewer.id === userId;
}

/** A person's college is the one their address belongs to. */
export function canJoinCollege(user: { email: string }, collegeName: string): boolean {
  return collegeByEmail(user.email)?.code === collegeName;
}

export function canExport(viewer: Viewer, userId: string): boolean {
  return viewer.id === userId;
}

/** When a person may choose a username again; undefined when they may now. */
export function usernameChangeableAt(user: { usernameChangedAt: Date | null }): Date | undefined {
  if (!user.usernameChangedAt) return undefined;
  const at = new Date(user.usernameChangedAt.getTime() + USERNAME_DAYS * 24 * 60 * 60 * 1000);
  return at.getTime() > Date.now() ? at : undefined;
}

type Beginner = Readonly<{
  avatar: string;
  bio: string;
  collegeId: string;
  followingCount: number;
  postsCount: number;
  createdAt: string;
  hidesChecklist: boolean;
}>;

/** The first steps of a member, in order, and whether each is done. */
export function firstSteps(me: Beginner) {
  return {
    photo: me.avatar !== "",
    bio: me.bio !== "",
    collegeId: me.collegeId !== "",
    circles: me.followingCount >= CIRCLES_TO_START,
    post: me.postsCount > 0,
  };
}
export type FirstStep = keyof ReturnType<typeof firstSteps>;

/** Whether a new member has steps to do and has not put the checklist away. */
export function wantsChecklist(me: Beginner): boolean {
  const days = (Date.now() - Date.parse(me.createdAt)) / (24 * 60 * 60 * 1000);
  return !me.hidesChecklist && days < CHECKLIST_DAYS && Object.values(firstSteps(me)).includes(false);
}

export function canJoinCircle(viewer: Viewer, userId: string): boolean {
  return viewer.id !== userId;
}

/** Complete means a real name, college and email (docs/product.md, People and roles). */
export function isProfileComplete(user: { name: string; collegeName: string; email: string }): boolean {
  const hasName = user.name !== "" && user.name !== ANONYMOUS_NAME;
  const hasCollege = user.collegeName !== "" && user.collegeName !== NO_COLLEGE;
  return hasName && hasCollege && user.email !== "";
}

/** Whether a person has said the department and year that make a class. */
export const hasClass = ({
  affiliation,
}: {
  affiliation: { department: string | null; batch: number | null };
}) => affiliation.department !== null && affiliation.batch !== null;
