import { COLLEGES, NO_COLLEGE } from "@/lib/product";
import type { OwnUser, ProfileBody } from "@/lib/profiles/schema";

/** The values of the profile form. */
export type ProfileValues = {
  name: string;
  username: string;
  bio: string;
  collegeName: string;
  collegeId: string;
};

export function valuesOf(me: OwnUser): ProfileValues {
  const collegeName = me.collegeName === NO_COLLEGE ? COLLEGES[0].code : me.collegeName;
  return { name: me.name, username: me.username, bio: me.bio, collegeName, collegeId: me.collegeId };
}

/**
 * The values that differ from the profile. Untouched ones are not sent, so none can be rejected.
 */
export function changesOf(me: OwnUser, values: ProfileValues): ProfileBody {
  const changes: ProfileBody = {};
  if (values.name.trim() !== me.name) changes.name = values.name;
  if (values.username.trim().toLowerCase() !== me.username) changes.username = values.username;
  if (values.bio.trim() !== me.bio) changes.bio = values.bio;
  if (values.collegeName !== me.collegeName) changes.collegeName = values.collegeName;
  if (values.collegeId.trim() !== me.collegeId) changes.collegeId = values.collegeId;
  return changes;
}
