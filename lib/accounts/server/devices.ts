import "server-only";
import type { Device } from "@/lib/accounts/schema";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { closeOtherSessions } from "@/lib/accounts/server/sessions";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";

/** The devices a person is signed in on. */

/** The viewer's open sessions: the one that asks first, then the most recently used. */
export async function listDevices(viewer: Viewer): Promise<Device[]> {
  const sessions = await db().session.findMany({
    where: { userId: viewer.id, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true },
  });
  const devices = sessions.map((session) => ({
    _id: session.id,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    isCurrent: session.id === viewer.sessionId,
  }));
  return devices.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Signs out all of the viewer's devices except the one that asks. Throws `reauthenticate` after a
 * while.
 */
export async function signOtherDevicesOut(viewer: Viewer): Promise<void> {
  await assertRecentlySignedIn(viewer);
  await transaction((tx) => closeOtherSessions(tx, viewer));
}

/** Signs out one of the viewer's devices. Throws `not_found`, also for someone else's. */
export async function signDeviceOut(viewer: Viewer, sessionId: string): Promise<void> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, userId: viewer.id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  forgetSessions();
  if (count === 0) throw new ApiError("not_found", "That device is signed out already.");
}
