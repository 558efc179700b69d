import "server-only";
import type { OpenedSession } from "@/lib/accounts/server/sessions";
import { type Caller, signInVouched } from "@/lib/accounts/server/vouched";
import { ApiError } from "@/lib/platform/errors";
import { type GoogleIdentity, verifyGoogleCredential } from "@/lib/platform/google";
import { takeLimit } from "@/lib/platform/rate-limit";

/**
 * Signs in with a Google credential. Throws as `signInVouched`, and `invalid_credential` (401) and
 * `provider_failed`. Also `rate_limited`: invalid credentials count against the network address,
 * valid ones against their Google account.
 */
export async function signInWithGoogle(credential: string, caller: Caller): Promise<OpenedSession> {
  const identity = await verifyCredential(credential, caller.ip);
  await takeLimit("google_account", identity.sub);
  return signInVouched({ ...identity, provider: "google" }, caller);
}

async function verifyCredential(credential: string, ip: string): Promise<GoogleIdentity> {
  try {
    return await verifyGoogleCredential(credential);
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_credential") {
      await takeLimit("google_junk_ip", ip);
    }
    throw error;
  }
}
