import { claimPersonalData } from "@/lib/accounts/client/personal-data";
import { flushLogouts } from "@/lib/api/client/session";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";

/**
 * Finishes what an earlier page left undone: names the owner of a stored session and sends pending
 * logouts.
 */
export async function catchUpWithStorage(): Promise<void> {
  const profile = readStoredProfile();
  if (profile) claimPersonalData(profile._id, profile.email);
  await flushLogouts();
}
