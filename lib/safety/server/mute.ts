import "server-only";
import { afterCommit, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { publishChange, publishSafety } from "@/lib/platform/realtime";
import { findShownUser } from "@/lib/profiles/server/profile";
import { BLOCKS_MAX, canHide, OWN_MUTE, TOO_MANY_MUTES } from "@/lib/safety/policy";
import type { MuteAnswer, MuteBody } from "@/lib/safety/schema";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Mutes a person until a time, or for good without one; a new mute replaces the last one. The other
 * learns nothing. Throws `validation` for oneself and past the most mutes, and like `getUser`.
 */
export async function setMute(
  viewer: Viewer,
  userId: string,
  { muted, until }: MuteBody,
): Promise<MuteAnswer> {
  if (!canHide(viewer, userId)) throw new ApiError("validation", OWN_MUTE);
  await findShownUser(viewer, userId);
  const mute = { muterId: viewer.id, mutedId: userId };
  const end = muted && until ? new Date(until) : null;
  await transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    // Also those that have ended: they count as none, and nothing else removes them.
    await tx.mute.deleteMany({
      where: { muterId: viewer.id, OR: [{ mutedId: userId }, { until: { lte: new Date() } }] },
    });
    if (muted) {
      await tx.mute.create({ data: { ...mute, until: end } });
      if ((await tx.mute.count({ where: { muterId: viewer.id } })) > BLOCKS_MAX) {
        throw new ApiError("validation", TOO_MANY_MUTES);
      }
    }
    afterCommit(tx, () => {
      publishSafety(viewer.id);
      publishChange(viewer.id);
    });
  });
  return { isMuted: muted, mutedUntil: end?.toISOString() ?? null };
}
