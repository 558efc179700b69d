import "server-only";
import { v7 as uuid } from "uuid";
import type { SessionAnswer } from "@/lib/accounts/schema";
import { peopleWithSessions, standingOf, suspensionOf } from "@/lib/audience/server/standing";
import { siteOf } from "@/lib/platform/client-network";
import { addTime } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { type OwnUserRow, toOwnUser } from "@/lib/profiles/server/profile-rows";
import type { Tokens } from "@/lib/sessions/schema";
import { forgetSessions, signAccessToken, type Viewer } from "@/lib/sessions/server/access";
import { REFRESH_DAYS } from "@/lib/sessions/server/auth-options";
import { writeCookie } from "@/lib/sessions/server/cookie";
import {
  decryptNextToken,
  encryptNextToken,
  makeRefreshToken,
  readRefreshToken,
  sameHash,
} from "@/lib/sessions/server/refresh-token";
import { SESSION_EXPIRED, USER_NOT_FOUND } from "@/lib/text/errors";
import type { Session } from "@/prisma/generated/client/client";

/**
 * Sessions: one family of rotating refresh tokens for each signed-in device (docs/product.md,
 * "Sessions").
 */

/** A signed-in device: tokens for the API and the cookie for pages. */
export type OpenedSession = { answer: SessionAnswer; cookie: string };

/** A session ends this long after the sign-in, however often it is refreshed. */
const SESSION_DAYS = 180;

/**
 * How many devices a person can be signed in on. A further one replaces the least recently used.
 */
const SESSIONS_MAX = 50;

/**
 * Opens a session for a person in the browser (lib/sessions/server/browser.ts) and user agent that
 * signed in. Reactivates a deactivated account. `provenAt` is when the person showed who they are,
 * unless that is now. Throws `not_found` for an account that may not sign in.
 */
export async function openSession(
  tx: Tx,
  person: OwnUserRow,
  userAgent: string,
  browser?: string,
  provenAt?: Date,
): Promise<OpenedSession> {
  const user = person.isActive || standingOf(person) === "banned" ? person : await reactivate(tx, person.id);
  const { sessionId, token, hash } = makeRefreshToken(uuid());
  // Locks the person, so that simultaneous sign-ins count their sessions correctly.
  await lockRows(tx, "users", [user.id]);
  const surplus = await tx.session.findMany({
    where: { userId: user.id, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    skip: SESSIONS_MAX - 1,
    select: { id: true },
  });
  if (surplus.length > 0) {
    const ids = surplus.map(({ id }) => id);
    await tx.session.updateMany({ where: { id: { in: ids } }, data: { revokedAt: new Date() } });
    forgetSessions();
  }
  await tx.session.create({
    data: {
      id: sessionId,
      userId: user.id,
      tokenHash: hash,
      userAgent,
      browser: browser ?? null,
      provenAt: provenAt ?? null,
      expiresAt: addTime(new Date(), REFRESH_DAYS, "days"),
    },
  });
  const accessToken = signAccessToken({ id: user.id, sessionId });
  const cookie = await writeCookie({ userId: user.id, sessionId, profileComplete: isProfileComplete(user) });
  const answer = { accessToken, refreshToken: token, user: await ownUserOf(tx, user) };
  return { answer, cookie };
}

/** The profile of a person who signs in, with their standing. */
async function ownUserOf(tx: Tx, user: OwnUserRow): Promise<OwnUser> {
  const current = suspensionOf(user);
  const decision =
    current && user.suspensionId ? await tx.decision.findUnique({ where: { id: user.suspensionId } }) : null;
  const suspension =
    current && decision ? { ...current, reason: decision.reason, decisionId: decision.id } : null;
  return toOwnUser(user, { staffRole: user.staffRole, suspension });
}

async function reactivate(tx: Tx, userId: string): Promise<OwnUserRow> {
  const [user] = await tx.user.updateManyAndReturn({
    where: { id: userId, deactivatedAt: { not: null } },
    data: { isActive: true, deactivatedAt: null },
  });
  if (!user) throw new ApiError("not_found", USER_NOT_FOUND);
  return user;
}

/** A new cookie for the viewer's session, needed whenever the profile may have become complete. */
export async function renewCookie(viewer: Viewer, user: OwnUserRow): Promise<string> {
  return writeCookie({
    userId: viewer.id,
    sessionId: viewer.sessionId,
    profileComplete: isProfileComplete(user),
  });
}

/**
 * How long a rotated token still returns its successor, as long as that one is unused: the response
 * may have been lost, in a tunnel for example. The AT Protocol reference server allows the same two
 * hours.
 */
const GRACE_HOURS = 2;

type SessionRow = Pick<Session, "userId" | "tokenHash" | "previousHash" | "sealedSuccessor" | "createdAt"> & {
  isInGrace: boolean | null;
};

/**
 * Exchanges a refresh token for new tokens, for at most half a year after the sign-in. The previous
 * token returns the same successor for two hours, or until that one is used. Any older one means
 * that a token was stolen and ends the whole family. Throws `unauthenticated` (401) and
 * `rate_limited`: tokens we did not sign count against their site, ours against their
 * session, so that one caller cannot use up the limit of another.
 */
export async function refreshSession(token: string, ip: string): Promise<{ tokens: Tokens; cookie: string }> {
  const presented = readRefreshToken(token);
  if (!presented) {
    await takeLimit("refresh_ip", siteOf(ip));
    throw sessionOver();
  }
  await takeLimit("refresh_session", presented.sessionId);
  const outcome = await transaction(async (tx) => {
    const [session] = await tx.sql<SessionRow>`
      SELECT user_id AS "userId", token_hash AS "tokenHash", previous_hash AS "previousHash",
        sealed_successor AS "sealedSuccessor", created_at AS "createdAt",
        rotated_at > now() - make_interval(hours => ${GRACE_HOURS}) AS "isInGrace"
      FROM sessions
      WHERE id = ${presented.sessionId}::uuid AND revoked_at IS NULL AND expires_at > now()
      FOR UPDATE`;
    if (!session) return undefined;
    const user = await tx.user.findUnique({ where: { id: session.userId, ...peopleWithSessions.where } });
    if (!user) return undefined;
    if (sameHash(presented.hash, session.tokenHash)) {
      const next = makeRefreshToken(presented.sessionId);
      const sealed = encryptNextToken(token, next.token);
      const now = new Date();
      await tx.session.updateMany({
        where: { id: presented.sessionId },
        data: {
          tokenHash: next.hash,
          previousHash: presented.hash,
          sealedSuccessor: sealed,
          rotatedAt: now,
          lastSeenAt: now,
          expiresAt: earlier(
            addTime(now, REFRESH_DAYS, "days"),
            addTime(session.createdAt, SESSION_DAYS, "days"),
          ),
        },
      });
      return { user, refreshToken: next.token };
    }
    if (session.isInGrace && session.sealedSuccessor && sameHash(presented.hash, session.previousHash)) {
      return { user, refreshToken: decryptNextToken(token, session.sealedSuccessor) };
    }
    await tx.session.updateMany({ where: { id: presented.sessionId }, data: { revokedAt: new Date() } });
    log().warn({ sessionId: presented.sessionId }, "a rotated refresh token was used again: session ended");
    return undefined;
  });
  if (!outcome) {
    forgetSessions();
    throw sessionOver();
  }
  const viewer = { id: outcome.user.id, sessionId: presented.sessionId };
  const tokens = { accessToken: signAccessToken(viewer), refreshToken: outcome.refreshToken };
  return { tokens, cookie: await renewCookie(viewer, outcome.user) };
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

function sessionOver(): ApiError {
  return new ApiError("unauthenticated", SESSION_EXPIRED);
}

/**
 * Ends the session of a refresh token and the one a cookie names, usually the same. Any token we
 * signed will do, however old, since only its holder can have it. Anything else changes nothing and
 * costs no query.
 */
export async function closeSessions({
  refreshToken,
  sessionId,
}: {
  refreshToken?: string | undefined;
  sessionId?: string | undefined;
}): Promise<void> {
  const fromToken = refreshToken ? readRefreshToken(refreshToken)?.sessionId : undefined;
  const ids = [fromToken, sessionId].filter((id) => id !== undefined);
  if (ids.length === 0) return;
  await db().session.updateMany({
    where: { id: { in: ids }, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  forgetSessions();
}

/** Ends all of the viewer's sessions except the one that asks. */
export async function closeOtherSessions(tx: Tx, viewer: Viewer): Promise<void> {
  await tx.session.updateMany({
    where: { userId: viewer.id, id: { not: viewer.sessionId }, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  afterCommit(tx, forgetSessions);
}
