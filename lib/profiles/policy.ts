import { ANONYMOUS_NAME, collegeByEmail, NO_COLLEGE } from "@/lib/product";
import { USERNAME_DAYS } from "@/lib/profiles/limits";

/** Who may do what with a profile. Pure rules, shared by services and screens. */

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

export function canJoinCircle(viewer: Viewer, userId: string): boolean {
  return viewer.id !== userId;
}

/** Complete means a real name, college and email (docs/product.md, People and roles). */
export function isProfileComplete(user: { name: string; collegeName: string; email: string }): boolean {
  const hasName = user.name !== "" && user.name !== ANONYMOUS_NAME;
  const hasCollege = user.collegeName !== "" && user.collegeName !== NO_COLLEGE;
  return hasName && hasCollege && user.email !== "";
}
