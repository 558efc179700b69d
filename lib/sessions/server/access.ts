import "server-only";
import type { KeyObject, webcrypto } from "node:crypto";
import { decodeJwt, errors, jwtVerify, SignJWT } from "jose";
import { ExpiringCache } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { ApiError, notFoundError, unauthenticatedError } from "@/lib/platform/errors";
import { isSecret, keyFor } from "@/lib/platform/keys";
import { mayLag } from "@/lib/sessions/server/read-your-writes";
import { SESSION_EXPIRED } from "@/lib/text/errors";

/**
 * Who is asking. The bearer opens the API: a signed JWT that lives 15 minutes and names a session.
 * The session is looked up at most once a second, so a logout ends it within one second.
 */

/**
 * The signed-in person, as services know them. `mayLag` is true when this request may be answered
 * by a replica (lib/sessions/server/read-your-writes.ts).
 */
export type Viewer = { id: string; sessionId: string; mayLag?: boolean };

const AUDIENCE = "campus-circle:api";
const ALGORITHM = "HS256";

const imported = new WeakMap<KeyObject, Promise<webcrypto.CryptoKey>>();

/**
 * The key of access tokens. jose would import it for each token, which costs as much as the
 * signature.
 */
function tokenKey(): Promise<webcrypto.CryptoKey> {
  const key = keyFor("access-token");
  let ready = imported.get(key);
  if (!ready) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    ready = crypto.subtle.importKey("raw", key.export(), algorithm, false, ["sign", "verify"]);
    imported.set(key, ready);
  }
  return ready;
}

/** A new access token for a session. */
export async function signAccessToken(viewer: Viewer): Promise<string> {
  return new SignJWT({ sid: viewer.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: "at+jwt" })
    .setSubject(viewer.id)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime("15m")
    .sign(await tokenKey());
}

/** The person named by a request's bearer. Throws `unauthenticated` or `token_expired` (401). */
export async function authenticate(request: Request): Promise<Viewer> {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.get("authorization") ?? "");
  if (!match?.[1]) throw unauthenticatedError();
  const viewer = await readAccessToken(match[1]);
  if (!(await isSessionOpen(viewer))) throw unauthenticatedError();
  // What a write reads must be the latest.
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && mayLag(request.headers.get("cookie")) ? { ...viewer, mayLag: true } : viewer;
}

/**
 * For calls of machines with a secret of the environment. Throws `not_found` unless the request
 * bears it; without a secret, always.
 */
export function requireSecret({ headers }: Request, secret: string | undefined): void {
  const authorization = headers.get("authorization") ?? "";
  if (!secret || !isSecret(authorization, `Bearer ${secret}`)) throw notFoundError();
}

/** When the bearer of an authenticated request expires, as a Unix time in milliseconds. */
export function tokenExpiry(request: Request): number {
  const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /i, "");
  return (decodeJwt(token).exp ?? 0) * 1000;
}

async function readAccessToken(token: string): Promise<Viewer> {
  try {
    const { payload } = await jwtVerify(token, await tokenKey(), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: "at+jwt",
      requiredClaims: ["sub", "sid", "exp"],
    });
    if (typeof payload.sub !== "string" || typeof payload.sid !== "string") throw unauthenticatedError();
    return { id: payload.sub, sessionId: payload.sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new ApiError("token_expired", SESSION_EXPIRED);
    }
    throw unauthenticatedError();
  }
}

/**
 * How long a looked-up session is cached, in milliseconds: a logout must take effect within a
 * second.
 */
const CACHE_MS = 1_000;
const cache = new ExpiringCache<boolean>(10_000);

/** True while the session is neither revoked nor expired and the account is active. */
export async function isSessionOpen(viewer: Viewer): Promise<boolean> {
  const key = `${viewer.sessionId}:${viewer.id}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${viewer.sessionId}::uuid AND s.user_id = ${viewer.id}::uuid
      AND s.revoked_at IS NULL AND s.expires_at > now() AND u.is_active`;
  const isOpen = rows.length > 0;
  cache.set(key, isOpen, CACHE_MS);
  return isOpen;
}

/** The ids of these sessions that are still open, in one query that bypasses the cache. */
export async function openSessionsOf(viewers: Viewer[]): Promise<Set<string>> {
  const sessions = await db().session.findMany({
    where: {
      id: { in: viewers.map(({ sessionId }) => sessionId) },
      revokedAt: null,
      expiresAt: { gt: new Date() },
      user: { isActive: true },
    },
    select: { id: true },
  });
  return new Set(sessions.map(({ id }) => id));
}

/** Clears the cache, so that a session ended on this instance is closed at once. */
export function forgetSessions(): void {
  cache.clear();
}
