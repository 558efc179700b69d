import "server-only";
import * as z from "zod";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import type { ProfileColumns, UnwrittenColumn } from "@/lib/profiles/server/profile-rows";
import { storedSnapshotSchema } from "@/lib/reports/server/snapshots";
import { filesNamed, setWithheld } from "@/lib/uploads/server/withhold";

/** Removing a profile's bio and pictures. The case stores them, so that it can be undone. */

/**
 * What a person wrote or chose, blank; names have decisions of their own. A new column of a profile
 * does not compile until it is here or in `UnwrittenColumn`.
 */
const CLEARED = { bio: "", avatarId: null, bannerId: null } satisfies Omit<
  ProfileColumns,
  UnwrittenColumn | "name" | "username"
>;

/** In the snapshot of a case, which is emptied some time after it was closed. */
const removedSchema = storedSnapshotSchema.extend({
  removed: z.object({ bio: z.string(), avatarId: z.string().nullable(), bannerId: z.string().nullable() }),
});

/** By a decision; without one, holds what the profile shows for review. */
export async function clearProfile(tx: Tx, personId: string, decisionId: string | null): Promise<void> {
  const found = await findCase(tx, personId, decisionId);
  if (!found) return;
  await lockRows(tx, "users", [personId]);
  const shown = await tx.user.findUnique({
    where: { id: personId, deletedAt: null },
    select: { bio: true, avatarId: true, bannerId: true },
  });
  if (!shown) return;
  // What was held before is removed with it.
  const held = removedSchema.safeParse(found.snapshot).data?.removed;
  const removed = {
    bio: shown.bio || (held?.bio ?? ""),
    avatarId: shown.avatarId ?? held?.avatarId ?? null,
    bannerId: shown.bannerId ?? held?.bannerId ?? null,
  };
  const snapshot = { ...storedSnapshotSchema.parse(found.snapshot), removed };
  await tx.moderationCase.update({ where: { id: found.id }, data: { snapshot } });
  await tx.user.update({
    where: { id: personId },
    data: { ...CLEARED, updatedAt: new Date() },
  });
  const pictures = [removed.avatarId, removed.bannerId].filter((id) => id !== null);
  // From now on they are swept like content that was removed (sweepRemovedPictures).
  await tx.mediaAsset.updateMany({
    where: { publicId: { in: pictures } },
    data: { attachedAt: new Date() },
  });
  await setWithheld(tx, filesNamed(pictures), true);
  afterCommit(tx, () => publishChange(personId));
}

/** Brings back what the person has not replaced since; without a decision, what is held. */
export async function restoreProfile(tx: Tx, personId: string, decisionId: string | null): Promise<void> {
  const found = await findCase(tx, personId, decisionId);
  const stored = found && removedSchema.safeParse(found.snapshot).data;
  if (!stored) return;
  await lockRows(tx, "users", [personId]);
  const user = await tx.user.findUnique({ where: { id: personId, deletedAt: null } });
  if (!user) return;
  const { bio, avatarId, bannerId } = stored.removed;
  const { removed: _, ...snapshot } = stored;
  await tx.moderationCase.update({ where: { id: found.id }, data: { snapshot } });
  const pictures = [avatarId, bannerId].filter((id) => id !== null);
  const left = await tx.mediaAsset.findMany({
    where: { publicId: { in: pictures }, ownerId: personId },
    select: { publicId: true },
  });
  const ifLeft = (id: string | null) => (left.some(({ publicId }) => publicId === id) ? id : null);
  const shown = { avatarId: user.avatarId ?? ifLeft(avatarId), bannerId: user.bannerId ?? ifLeft(bannerId) };
  await tx.user.update({
    where: { id: personId },
    data: { bio: user.bio || bio, ...shown, updatedAt: new Date() },
  });
  const restored = [shown.avatarId, shown.bannerId].filter((id) => id !== null);
  await setWithheld(tx, filesNamed(restored), false);
  afterCommit(tx, () => publishChange(personId));
}

/** The case of a decision; without one, the open case about the person. */
async function findCase(tx: Tx, personId: string, decisionId: string | null) {
  if (!decisionId) {
    return tx.moderationCase.findFirst({ where: { subject: "person", subjectId: personId, closedAt: null } });
  }
  const decision = await tx.decision.findUnique({
    where: { id: decisionId },
    select: { case: { select: { id: true, snapshot: true } } },
  });
  return decision?.case;
}
