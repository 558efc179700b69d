import "server-only";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * Verifies Google ID tokens against Google's keys (a local issuer's in tests, `ALLOW_TEST_ISSUER`).
 */

const GOOGLE_KEYS = "https://www.googleapis.com/oauth2/v3/certs";
const ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
/** Tolerated clock skew, in seconds. */
const CLOCK_SKEW = 300;
/** In milliseconds. */
const KEYS_TIMEOUT_MS = 5_000;

export type GoogleIdentity = {
  /**
   * Google's stable id of the account, and our key for it: an email address can change hands, this
   * id cannot.
   */
  sub: string;
  /** In Google's spelling. */
  email: string;
  name: string;
  /** When Google made the credential, which lives an hour, in seconds since 1970. */
  issuedAt: number;
};

type Keys = ReturnType<typeof createRemoteJWKSet>;
let keys: { url: string; get: Keys } | undefined;

function googleKeys(): Keys {
  const url = env().GOOGLE_JWKS_URL ?? GOOGLE_KEYS;
  if (keys?.url !== url) {
    keys = { url, get: createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS }) };
  }
  return keys.get;
}

/**
 * The account a Google credential proves. Throws `invalid_credential` (401) for one that is forged,
 * expired, meant for another app or has an unverified address, and `provider_failed` (502) when
 * Google's keys cannot be fetched.
 */
export async function verifyGoogleCredential(credential: string): Promise<GoogleIdentity> {
  const clientId = env().NEXT_PUBLIC_GOOGLE_CLIENT_ID;
  if (!clientId) throw invalidCredential("Google sign-in is not set up here. Please use your email.");
  try {
    const { payload } = await jwtVerify(credential, googleKeys(), {
      algorithms: ["RS256"],
      audience: clientId,
      issuer: ISSUERS,
      clockTolerance: CLOCK_SKEW,
      requiredClaims: ["sub", "exp", "iat", "email"],
    });
    const { sub, email, name, hd, iat } = payload;
    if (!sub || !iat || typeof email !== "string" || payload.email_verified !== true)
      throw invalidCredential();
    const domains = env().GOOGLE_HOSTED_DOMAIN;
    if (domains.length > 0 && !domains.includes(String(hd).toLowerCase())) {
      throw invalidCredential(`Please choose your Google account of ${domains.join(" or ")}.`);
    }
    return { sub, email, name: typeof name === "string" ? name : "", issuedAt: iat };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isForged(error)) throw invalidCredential();
    log().warn({ err: error }, "could not fetch Google's keys");
    throw new ApiError("provider_failed", "We couldn't reach Google. Please try again in a moment.", {
      cause: error,
    });
  }
}

/** True for every jose error about the token, false for errors about fetching the keys. */
function isForged(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  // jose reports a failing key endpoint as its generic error ("Expected 200 OK from the JSON Web
  // Key Set HTTP response").
  if (error instanceof errors.JOSEError) return error.code !== "ERR_JOSE_GENERIC";
  return false;
}

function invalidCredential(message = "That Google sign-in is not valid. Please try again."): ApiError {
  return new ApiError("invalid_credential", message);
}
