import "server-only";
import type { KeyObject } from "node:crypto";
import { createDecoder, createSigner, createVerifier, TokenError } from "fast-jwt";
import { LRUCache } from "lru-cache";
import { peopleWithSessions } from "@/lib/audience/server/standing";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError, notFoundError, unauthenticatedError } from "@/lib/platform/errors";
import { isSecret, keyFor } from "@/lib/platform/keys";
import type { StaffRole, Suspension } from "@/lib/sessions/schema";
import { mayLag } from "@/lib/sessions/server/read-your-writes";
import { ADULTS_ONLY, CONSENT_MISSING, SESSION_EXPIRED } from "@/lib/text/errors";
import { dayMonthYear } from "@/lib/time/relative-time";

/**
 * Who is asking. The bearer opens the API: a signed JWT that lives 15 minutes and names a session.
 * The session is looked up at most once a second, so a logout ends it within one second.
 */

/**
 * The signed-in person, as services know them. `mayLag` is true when this request may be answered
 * by a replica (lib/sessions/server/read-your-writes.ts).
 */
export type Viewer = {
  id: string;
  sessionId: string;
  mayLag?: boolean;
  /** Their role in moderation; missing for everyone else. */
  staffRole?: StaffRole | null;
  /** While they are suspended or banned. */
  suspension?: Suspension | null;
  /** Whether they are under 18 and may not use the app, or not yet (MINORS). */
  isWaiting?: boolean;
};

const AUDIENCE = "campus-circle:api";
const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const LIFETIME_MS = 15 * 60_000;

/**
 * fast-jwt and not jose, which the rest uses: every call of the API checks a token. jose does so on
 * another thread, which took 8 to 13 % of a call (by hand, November 2026); here it takes half.
 */
const createTokens = (key: Buffer) => ({
  sign: createSigner({
    key,
    algorithm: ALGORITHM,
    header: { alg: ALGORITHM, typ: TYPE },
    aud: AUDIENCE,
    expiresIn: LIFETIME_MS,
  }),
  verify: createVerifier({
    key,
    algorithms: [ALGORITHM],
    allowedAud: AUDIENCE,
    checkTyp: TYPE,
    requiredClaims: ["sub", "sid", "exp"],
  }),
});

type Tokens = ReturnType<typeof createTokens>;
const tokensOf = new WeakMap<KeyObject, Tokens>();

function accessTokens(): Tokens {
  const key = keyFor("access-token");
  let tokens = tokensOf.get(key);
  if (!tokens) {
    tokens = createTokens(key.export());
    tokensOf.set(key, tokens);
  }
  return tokens;
}

const decode = createDecoder();

/** A new access token for a session. */
export function signAccessToken(viewer: Viewer): string {
  return accessTokens().sign({ sub: viewer.id, sid: viewer.sessionId });
}

/** The person named by a request's bearer. Throws `unauthenticated` or `token_expired` (401). */
export async function authenticate(request: Request): Promise<Viewer> {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.get("authorization") ?? "");
  if (!match?.[1]) throw unauthenticatedError();
  const viewer = await openViewer(readAccessToken(match[1]));
  if (!viewer) throw unauthenticatedError();
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
  return decode(token).exp * 1000;
}

function readAccessToken(token: string): Viewer {
  try {
    const { sub, sid } = accessTokens().verify(token);
    if (typeof sub !== "string" || typeof sid !== "string") throw unauthenticatedError();
    return { id: sub, sessionId: sid };
  } catch (error) {
    if (error instanceof TokenError && error.code === TokenError.codes.expired) {
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
const cache = new LRUCache<string, Standing | "closed">({ max: 10_000, ttl: CACHE_MS });

/** What a person may do besides what everyone may. */
type Standing = { staffRole: StaffRole | null; suspension: Suspension | null; isWaiting: boolean };

type Age = { isAdult: boolean | null; minorConfirmedAt: Date | null };

/** Whether someone under 18 may not use the app here, or not before an admin noted a consent. */
export function isWaitingMinor({ isAdult, minorConfirmedAt }: Age): boolean {
  const { MINORS } = env();
  return isAdult === false && (MINORS === "refuse" || (MINORS === "confirm" && minorConfirmedAt === null));
}

/** The error for what such a person tries to do. */
export const waitingError = (): ApiError =>
  new ApiError("forbidden", env().MINORS === "refuse" ? ADULTS_ONLY : CONSENT_MISSING);

type StandingRow = Age & {
  sessionId: string;
  userId: string;
  staffRole: StaffRole | null;
  suspendedUntil: Date | null;
  decisionId: string | null;
  reason: string | null;
};

/**
 * The viewer with their standing; undefined unless the session is neither revoked nor expired and
 * the account is active or banned.
 */
export async function openViewer({ id, sessionId }: Viewer): Promise<Viewer | undefined> {
  const key = `${sessionId}:${id}`;
  let standing = cache.get(key);
  if (!standing) {
    const [row] = await standingsOf([sessionId]);
    standing = row?.userId === id ? toStanding(row) : "closed";
    cache.set(key, standing);
  }
  return standing === "closed" ? undefined : { id, sessionId, ...standing };
}

/** The standing behind the sessions that are open, without the cache. */
const standingsOf = (sessionIds: string[]) => db().sql<StandingRow>`
  SELECT s.id AS "sessionId", s.user_id AS "userId", u.staff_role AS "staffRole", u.is_adult AS "isAdult",
    u.minor_confirmed_at AS "minorConfirmedAt", u.suspended_until AS "suspendedUntil", d.id AS "decisionId", d.reason
  FROM sessions s JOIN users u ON u.id = s.user_id
  LEFT JOIN decisions d ON d.id = u.suspension_id AND u.suspended_at IS NOT NULL
    AND (u.suspended_until IS NULL OR u.suspended_until > now())
  WHERE s.id = ANY(${sessionIds}::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > now()
    AND ${peopleWithSessions.sql} AND (u.is_active OR d.id IS NOT NULL)`;

function toStanding({ staffRole, suspendedUntil, decisionId, reason, ...age }: StandingRow): Standing {
  const until = suspendedUntil?.toISOString() ?? null;
  const suspension = decisionId ? { until, reason: reason ?? "", decisionId } : null;
  return { staffRole, suspension, isWaiting: isWaitingMinor(age) };
}

/** Whether someone is banned: they can only see why, appeal, and export or delete their data. */
export const isBanned = ({ suspension }: Pick<Viewer, "suspension">): boolean => suspension?.until === null;

/** Whether someone with an open session may not be here now: for calls, pages and live streams. */
export const isKeptOut = (viewer: Pick<Viewer, "suspension" | "isWaiting">): boolean =>
  isBanned(viewer) || viewer.isWaiting === true;

/** The error for what a suspended person tries to do. */
export function suspendedError({ until, reason, decisionId }: Suspension): ApiError {
  const message = until
    ? `Your account is suspended until ${dayMonthYear(new Date(until))}: ${reason}`
    : `Your account is banned: ${reason}`;
  return new ApiError("suspended", message, { extra: { until, reason, decisionId } });
}

/**
 * The ids of these sessions that are open and whose people may be here, in one query that bypasses
 * the cache.
 */
export async function openSessionsOf(viewers: Viewer[]): Promise<Set<string>> {
  const rows = await standingsOf(viewers.map(({ sessionId }) => sessionId));
  return new Set(rows.filter((row) => !isKeptOut(toStanding(row))).map(({ sessionId }) => sessionId));
}

/** Clears the cache, so that a session ended on this instance is closed at once. */
export function forgetSessions(): void {
  cache.clear();
}
