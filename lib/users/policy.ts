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
