import "server-only";
import * as oidc from "openid-client";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Sign-in at the college's own issuer by OpenID Connect (Microsoft Entra, Keycloak, Okta …): the
 * authorization code flow with PKCE. The protocol is openid-client's; this file says what we ask
 * for, and what an account has to prove.
 */

/** Why it failed, as far as it helps the person who reads it. */
export type OidcFailure = "cancelled" | "expired" | "unverified" | "unreachable" | "failed";

export class OidcError extends Error {
  override name = "OidcError";
  constructor(
    readonly failure: OidcFailure,
    cause?: unknown,
  ) {
    super(`Sign-in by OpenID Connect: ${failure}.`, { cause });
  }
}

/** What the browser stores, sealed, until the person is back from the issuer. */
export type OidcAttempt = { state: string; nonce: string; verifier: string };

export type OidcIdentity = {
  /** The issuer and its id of the account, which no one else ever gets. */
  sub: string;
  /** In the issuer's spelling. */
  email: string;
  name: string;
  /** When they last showed the issuer who they are, in seconds since 1970, if it says so. */
  authTime?: number;
};

/** In seconds. */
const TIMEOUT = 5;
const CLOCK_SKEW = 300;
/** How long the issuer's metadata is cached, in milliseconds. Its keys are looked up again. */
const DISCOVERY_MS = 60 * 60_000;

const redirectUri = () => `${env().APP_URL}/api/auth/oidc/callback`;

/** Whether people may sign in so. */
export const hasOidc = () => env().OIDC_ISSUER !== undefined;

let discovered: { issuer: string; until: number; config: Promise<oidc.Configuration> } | undefined;

async function configuration(): Promise<oidc.Configuration> {
  const { OIDC_ISSUER = "" } = env();
  if (discovered?.issuer !== OIDC_ISSUER || discovered.until < Date.now()) {
    const known = { issuer: OIDC_ISSUER, until: Date.now() + DISCOVERY_MS, config: discover() };
    discovered = known;
    known.config.catch(() => {
      if (discovered === known) discovered = undefined;
    });
  }
  return discovered.config;
}

async function discover(): Promise<oidc.Configuration> {
  const { OIDC_ISSUER = "", OIDC_CLIENT_ID = "", OIDC_CLIENT_SECRET = "", ALLOW_TEST_ISSUER } = env();
  const insecure = ALLOW_TEST_ISSUER ? [oidc.allowInsecureRequests] : [];
  const options = { timeout: TIMEOUT, execute: [oidc.enableNonRepudiationChecks, ...insecure] };
  // The method is chosen by what the issuer says it takes, so its metadata comes first.
  const found = await oidc.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, undefined, undefined, options);
  const server = found.serverMetadata();
  const takesPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
  const method = takesPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const metadata = { [oidc.clockTolerance]: CLOCK_SKEW };
  const config = new oidc.Configuration(server, OIDC_CLIENT_ID, metadata, method(OIDC_CLIENT_SECRET));
  config.timeout = TIMEOUT;
  for (const extend of options.execute) extend(config);
  return config;
}

type Freshness = {
  /** The issuer asks for the password again when that was longer ago, in seconds. */
  maxAge: number;
  /** It asks in any case. */
  asksAgain: boolean;
};

/**
 * Begins a sign-in. Returns the issuer's address to lead the browser to, and what it must bring
 * back. Throws `OidcError` (`unreachable`).
 */
export async function beginOidc({
  maxAge,
  asksAgain,
}: Freshness): Promise<{ url: URL; attempt: OidcAttempt }> {
  const attempt = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  try {
    const url = oidc.buildAuthorizationUrl(await configuration(), {
      redirect_uri: redirectUri(),
      scope: "openid email profile",
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: "S256",
      max_age: String(maxAge),
      ...(asksAgain ? { prompt: "login" } : {}),
    });
    return { url, attempt };
  } catch (error) {
    throw failureOf(error);
  }
}

/**
 * The account that the issuer vouches for. `search` is the query it sent the browser back with.
 * Throws `OidcError`; `unverified` for an account whose address the issuer does not confirm.
 */
export async function finishOidc(search: string, attempt: OidcAttempt): Promise<OidcIdentity> {
  const { state, nonce, verifier } = attempt;
  // Another tab has begun a sign-in since, or someone else's link was followed.
  if (new URLSearchParams(search).get("state") !== state) throw new OidcError("expired");
  try {
    const config = await configuration();
    const tokens = await oidc.authorizationCodeGrant(config, new URL(redirectUri() + search), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new OidcError("failed");
    // Some issuers keep the address out of the token.
    const isBare = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = isBare ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return identityOf({ ...more, ...claims });
  } catch (error) {
    throw failureOf(error);
  }
}

type Claims = {
  iss: string;
  sub: string;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  auth_time?: unknown;
};

function identityOf(claims: Claims): OidcIdentity {
  const { iss, sub, email, email_verified: verified, name, auth_time: authTime } = claims;
  const isTrusted = verified === true || (verified === undefined && env().OIDC_TRUST_EMAIL);
  if (typeof email !== "string" || !isTrusted) throw new OidcError("unverified");
  return {
    sub: `${iss} ${sub}`,
    email,
    name: typeof name === "string" ? name : "",
    ...(typeof authTime === "number" ? { authTime } : {}),
  };
}

/**
 * Where the issuer ends its own session and redirects back to `next`, a path of ours; undefined
 * where it offers no such place, or can't be asked.
 */
export async function endSessionUrl(next: string): Promise<URL | undefined> {
  try {
    const config = await configuration();
    if (!config.serverMetadata().end_session_endpoint) return undefined;
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${env().APP_URL}${next}` });
  } catch (error) {
    log().warn({ err: error }, "could not lead to the end of the session at the issuer");
    return undefined;
  }
}

/** The issuer's own answers that say no more than "later". */
const LATER = ["server_error", "temporarily_unavailable"];

function failureOf(error: unknown): OidcError {
  if (error instanceof OidcError) return error;
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === "access_denied") return new OidcError("cancelled");
    log().warn({ err: error, answer: error.error }, "the issuer rejected a sign-in");
    return new OidcError(LATER.includes(error.error) ? "unreachable" : "failed", error);
  }
  log().warn({ err: error }, "sign-in by OpenID Connect failed");
  return new OidcError(isUnreachable(error) ? "unreachable" : "failed", error);
}

/** No connection, no answer in time, or an answer that says the issuer itself is broken. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof oidc.ClientError)) return error instanceof TypeError;
  if (error.code === "OAUTH_TIMEOUT" || error.code === "OAUTH_ABORT") return true;
  const answer = error.cause;
  return answer instanceof TypeError || (answer instanceof Response && answer.status >= 500);
}
