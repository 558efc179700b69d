import "server-only";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { forgetSessions, signAccessToken, type Viewer } from "@/lib/auth/access";
import { REFRESH_DAYS, SESSION_DAYS, type SessionAnswer, type Tokens } from "@/lib/auth/contract";
import { writeCookie } from "@/lib/auth/cookie";
import {
  makeRefreshToken,
  openSuccessor,
  readRefreshToken,
  sameHash,
  sealSuccessor,
} from "@/lib/auth/refresh-token";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";
import { isProfileComplete } from "@/lib/users/policy";
import { type OwnUserRow, viewOwnUser } from "@/lib/users/view";
import type { Prisma } from "@/prisma/generated/client/client";

/** Sessions: one family of rotating refresh tokens for each signed-in device (contract §3). */

/** A signed-in device: tokens for the API and the cookie for pages. */
export type OpenedSession = { answer: SessionAnswer; cookie: string };

/** Devices one person can be signed in on. The one that was used longest ago makes room for one more. */
const SESSIONS_MAX = 50;

/** Who may sign in: people who are active, and those who deactivated their account themselves. */
export const MAY_SIGN_IN = {
  OR: [{ isActive: true }, { deactivatedAt: { not: null } }],
} satisfies Prisma.UserWhereInput;

/**
 * Opens a session for a person, in the browser (lib/auth/browser.ts) and program that signed in; that brings a deactivated
 * account back. Throws `not_found` for one that may not sign in.
 */
export async function openSession(
  tx: Tx,
  person: OwnUserRow,
  userAgent: string,
  browser?: string,
): Promise<OpenedSession> {
  const user = person.isActive ? person : await reactivate(tx, person.id);
  const { sessionId, token, hash } = makeRefreshToken(uuid());
  // One sign-in of a person at a time, so that the count of their sessions is right.
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR NO KEY UPDATE`;
  const ended = await tx.$executeRaw`
    UPDATE sessions SET revoked_at = now() WHERE id IN (
      SELECT id FROM sessions
      WHERE user_id = ${user.id}::uuid AND revoked_at IS NULL AND expires_at > now()
      ORDER BY last_seen_at DESC, id DESC OFFSET ${SESSIONS_MAX - 1})`;
  if (ended > 0) forgetSessions();
  await tx.$executeRaw`
    INSERT INTO sessions (id, user_id, token_hash, user_agent, browser, expires_at)
    VALUES (${sessionId}::uuid, ${user.id}::uuid, ${hash}, ${userAgent}, ${browser ?? null},
      now() + make_interval(days => ${REFRESH_DAYS}))`;
  const accessToken = await signAccessToken({ id: user.id, sessionId });
  const cookie = await writeCookie({ userId: user.id, sessionId, profileComplete: isProfileComplete(user) });
  return { answer: { accessToken, refreshToken: token, user: viewOwnUser(user) }, cookie };
}

async function reactivate(tx: Tx, userId: string): Promise<OwnUserRow> {
  const back = await tx.$executeRaw`
    UPDATE users SET is_active = true, deactivated_at = NULL
    WHERE id = ${userId}::uuid AND deactivated_at IS NOT NULL`;
  if (back === 0) throw new ApiError("not_found", "User not found");
  return tx.user.findUniqueOrThrow({ where: { id: userId } });
}

/** A cookie for the session the viewer has: made again whenever the profile's completeness may have changed. */
export async function renewCookie(viewer: Viewer, user: OwnUserRow): Promise<string> {
  return writeCookie({
    userId: viewer.id,
    sessionId: viewer.sessionId,
    profileComplete: isProfileComplete(user),
  });
}

/**
 * How long a rotated token still answers with its successor while nobody has used that one: as long as a phone may be in a
 * tunnel after its answer was lost. The AT Protocol's reference server gives the same two hours.
 */
const GRACE_HOURS = 2;

type SessionRow = {
  user_id: string;
  token_hash: Uint8Array;
  previous_hash: Uint8Array | null;
  sealed_successor: Uint8Array | null;
  in_grace: boolean | null;
};

/**
 * Exchanges a refresh token for new tokens, for at most half a year after the sign-in. The token before answers with the
 * same successor for two hours, or until that one is used; any other old one means that a token was stolen and ends the
 * whole family. Throws `unauthenticated` (401) and `rate_limited`: tokens we did not make are counted for the
 * network address they come from, ours for their session, so that nobody uses up the limit of others.
 */
export async function refreshSession(token: string, ip: string): Promise<{ tokens: Tokens; cookie: string }> {
  const given = readRefreshToken(token);
  if (!given) {
    await takeLimit("refresh_ip", ip);
    throw sessionOver();
  }
  await takeLimit("refresh_session", given.sessionId);
  const outcome = await transaction(async (tx) => {
    const [session] = await tx.$queryRaw<SessionRow[]>`
      SELECT user_id, token_hash, previous_hash, sealed_successor,
        rotated_at > now() - make_interval(hours => ${GRACE_HOURS}) AS in_grace
      FROM sessions
      WHERE id = ${given.sessionId}::uuid AND revoked_at IS NULL AND expires_at > now()
      FOR UPDATE`;
    if (!session) return undefined;
    const user = await tx.user.findUnique({ where: { id: session.user_id, isActive: true } });
    if (!user) return undefined;
    if (sameHash(given.hash, session.token_hash)) {
      const next = makeRefreshToken(given.sessionId);
      const sealed = sealSuccessor(token, next.token);
      await tx.$executeRaw`
        UPDATE sessions SET token_hash = ${next.hash}, previous_hash = ${given.hash}, sealed_successor = ${sealed},
          rotated_at = now(), last_seen_at = now(),
          expires_at = least(now() + make_interval(days => ${REFRESH_DAYS}), created_at + make_interval(days => ${SESSION_DAYS}))
        WHERE id = ${given.sessionId}::uuid`;
      return { user, refreshToken: next.token };
    }
    if (session.in_grace && session.sealed_successor && sameHash(given.hash, session.previous_hash)) {
      return { user, refreshToken: openSuccessor(token, session.sealed_successor) };
    }
    await tx.$executeRaw`UPDATE sessions SET revoked_at = now() WHERE id = ${given.sessionId}::uuid`;
    log().warn({ sessionId: given.sessionId }, "a rotated refresh token was used again: session ended");
    return undefined;
  });
  if (!outcome) {
    forgetSessions();
    throw sessionOver();
  }
  const viewer = { id: outcome.user.id, sessionId: given.sessionId };
  const tokens = { accessToken: await signAccessToken(viewer), refreshToken: outcome.refreshToken };
  return { tokens, cookie: await renewCookie(viewer, outcome.user) };
}

function sessionOver(): ApiError {
  return new ApiError("unauthenticated", "Session expired. Please log in again.");
}

/**
 * Ends the session of a refresh token and the one a cookie names, which are usually the same. Any token of ours will do,
 * however old: only its holder can have it. What is none of ours changes nothing and asks the database nothing.
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
  await db().$executeRaw`
    UPDATE sessions SET revoked_at = now() WHERE id = ANY(${ids}::uuid[]) AND revoked_at IS NULL`;
  forgetSessions();
}
