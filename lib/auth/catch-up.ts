import { claimPersonalData } from "@/lib/auth/personal-data";
import { settleLogouts } from "@/lib/auth/session";
import { readStoredProfile } from "@/lib/auth/stored-session";

/** Does what an earlier page could not, or did not know to: names the owner of a stored session, and sends logouts. */
export async function catchUpWithStorage(): Promise<void> {
  const profile = readStoredProfile();
  if (profile) claimPersonalData(profile._id, profile.email);
  await settleLogouts();
}
