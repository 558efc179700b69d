import "server-only";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { forgetSessions, signAccessToken, type Viewer } from "@/lib/auth/access";
import { REFRESH_DAYS, type SessionAnswer, type Tokens } from "@/lib/auth/contract";
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
import { isProfileComplete } from "@/lib/users/policy";
import { type OwnUserRow, viewOwnUser } from "@/lib/users/view";

/** Sessions: one family of rotating refresh tokens for each signed-in device (contract §3). */

/** A signed-in device: tokens for the API and the cookie for pages. */
export type OpenedSession = { answer: SessionAnswer; cookie: string };

/** Opens a session for a person. */
export async function openSession(tx: Tx, user: OwnUserRow, userAgent: string): Promise<OpenedSession> {
  const { sessionId, token, hash } = makeRefreshToken(uuid());
  await tx.$executeRaw`
    INSERT INTO sessions (id, user_id, token_hash, user_agent, expires_at)
    VALUES (${sessionId}::uuid, ${user.id}::uuid, ${hash}, ${userAgent}, now() + make_interval(days => ${REFRESH_DAYS}))`;
  const accessToken = await signAccessToken({ id: user.id, sessionId });
  const cookie = await writeCookie({ userId: user.id, sessionId, profileComplete: isProfileComplete(user) });
  return { answer: { accessToken, refreshToken: token, user: viewOwnUser(user) }, cookie };
}

/** A cookie for the session the viewer has: made again whenever the profile's completeness may have changed. */
export async function renewCookie(viewer: Viewer, user: OwnUserRow): Promise<string> {
  return writeCookie({
    userId: viewer.id,
    sessionId: viewer.sessionId,
    profileComplete: isProfileComplete(user),
  });
}

/** How long a rotated token still answers with its successor, in seconds (contract §3). */
const GRACE_SECONDS = 10;

type SessionRow = {
  user_id: string;
  token_hash: Uint8Array;
  previous_hash: Uint8Array | null;
  sealed_successor: Uint8Array | null;
  in_grace: boolean | null;
};

/**
 * Exchanges a refresh token for new tokens. The one before answers with the same successor for 10 s; any older one
 * means that a token was stolen and ends the whole family. Throws `unauthenticated` (401).
 */
export async function refreshSession(token: string): Promise<{ tokens: Tokens; cookie: string }> {
  const given = readRefreshToken(token);
  if (!given) throw sessionOver();
  const outcome = await transaction(async (tx) => {
    const [session] = await tx.$queryRaw<SessionRow[]>`
      SELECT user_id, token_hash, previous_hash, sealed_successor,
        rotated_at > now() - make_interval(secs => ${GRACE_SECONDS}) AS in_grace
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
          rotated_at = now(), last_seen_at = now(), expires_at = now() + make_interval(days => ${REFRESH_DAYS})
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

/** Ends the session a refresh token belongs to. A token that is none, or over already, changes nothing. */
export async function closeSession(token: string): Promise<void> {
  const given = readRefreshToken(token);
  if (!given) return;
  await db().$executeRaw`
    UPDATE sessions SET revoked_at = now()
    WHERE id = ${given.sessionId}::uuid AND revoked_at IS NULL
      AND (token_hash = ${given.hash} OR previous_hash = ${given.hash})`;
  forgetSessions();
}
