import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";

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

/** One joins anybody's circle but one's own. */
export function canJoinCircle(viewer: Someone, userId: string): boolean {
  return viewer.id !== userId;
}

/** Complete when the name is real, the college is real and the address is known (the specification, §4). */
export function isProfileComplete(user: { name: string; collegeName: string; email: string }): boolean {
  const named = user.name !== "" && user.name !== ANONYMOUS_NAME;
  const placed = user.collegeName !== "" && user.collegeName !== NO_COLLEGE;
  return named && placed && user.email !== "";
}
