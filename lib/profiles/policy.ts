import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { USERNAME_DAYS } from "@/lib/profiles/limits";

/** Who may do what with a profile. Pure rules, asked by the service and by the screens. */

type Someone = { id: string };

/** Only oneself changes a profile. */
export function canEditProfile(viewer: Someone, userId: string): boolean {
  return viewer.id === userId;
}

/** Only oneself downloads the data of a profile. */
export function canExport(viewer: Someone, userId: string): boolean {
  return viewer.id === userId;
}

/** When somebody may choose a username again; undefined when they may now. */
export function usernameChangeableAt(user: { usernameChangedAt: Date | null }): Date | undefined {
  if (!user.usernameChangedAt) return undefined;
  const at = new Date(user.usernameChangedAt.getTime() + USERNAME_DAYS * 24 * 60 * 60 * 1000);
  return at.getTime() > Date.now() ? at : undefined;
}

/** One joins anybody's circle but one's own. */
export function canJoinCircle(viewer: Someone, userId: string): boolean {
  return viewer.id !== userId;
}

/**
 * Complete when the name is real, the college is real and the address is known (the specification,
 * §4).
 */
export function isProfileComplete(user: { name: string; collegeName: string; email: string }): boolean {
  const named = user.name !== "" && user.name !== ANONYMOUS_NAME;
  const placed = user.collegeName !== "" && user.collegeName !== NO_COLLEGE;
  return named && placed && user.email !== "";
}
