import "server-only";
import { isNotified } from "@/lib/audience/server/people";
import { MENTIONS_NOTIFIED, mentionMessage } from "@/lib/notifications/policy";
import { notify } from "@/lib/notifications/server/write";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { countAllowed, type Use } from "@/lib/platform/rate-limit";
import { publishChange } from "@/lib/platform/realtime";

/** The notifications of people whom a caption or comment names. */

/** A caption, or with `commentId` a comment under that post. */
export type NamingPlace = { postId: string; commentId?: string };

const notificationsOf = ({ postId, commentId = "" }: NamingPlace) =>
  ({ type: "mention", postId, commentId: commentId || null }) as const;

/**
 * Notifies people whom a text names, in the order given: those who may see its writer and the post,
 * have muted neither, and are 18 or have joined the writer. Of one text at most `MENTIONS_NOTIFIED`
 * are notified, each once, and in a day no more strangers than `mention` and `new_mention` allow:
 * people who have not joined the writer.
 */
export async function notifyOfMentions(
  tx: Tx,
  { senderId, text, ...place }: NamingPlace & { senderId: string; text: string },
  receiverIds: readonly string[],
): Promise<void> {
  const others = receiverIds.filter((id) => id !== senderId);
  if (others.length === 0) return;
  // Deleted ones and those taken back count, too: no edit notifies anyone again.
  const notified = await tx.notification.findMany({
    where: { senderId, ...notificationsOf(place) },
    select: { receiverId: true },
  });
  const notifiedIds = new Set(notified.map(({ receiverId }) => receiverId));
  const remaining = others.filter((id) => !notifiedIds.has(id));
  const receivers = await tx.sql<{ id: string; isStranger: boolean; isNewSender: boolean }>`
    SELECT r.id, p.verified_at > now() - interval '1 day' AS "isNewSender", j.follower_id IS NULL AS "isStranger"
    FROM users r JOIN users p ON p.id = ${senderId}::uuid JOIN posts post ON post.id = ${place.postId}::uuid
    LEFT JOIN follows j ON j.follower_id = r.id AND j.followee_id = p.id
    WHERE r.id = ANY(${remaining}::uuid[]) AND ${isNotified} AND (r.is_adult OR j.follower_id IS NOT NULL)
      AND NOT EXISTS (SELECT FROM post_mutes WHERE user_id = r.id AND post_id = post.id)
      AND NOT EXISTS (
        SELECT FROM blocks WHERE (blocker_id = r.id AND blocked_id = post.author_id)
          OR (blocker_id = post.author_id AND blocked_id = r.id))
    ORDER BY array_position(${remaining}::uuid[], r.id) LIMIT ${Math.max(0, MENTIONS_NOTIFIED - notifiedIds.size)}`;
  const strangers = receivers.filter(({ isStranger }) => isStranger);
  const uses: Use[] = [["mention", senderId]];
  if (receivers[0]?.isNewSender) uses.push(["new_mention", senderId]);
  const overLimit = strangers.slice(await countAllowed(tx, uses, strangers.length));
  for (const receiver of receivers) {
    if (overLimit.includes(receiver)) continue;
    const receiverId = receiver.id;
    await notify(tx, { senderId, receiverId, type: "mention", ...place, message: mentionMessage(text) });
  }
}

/** Makes the notifications of mentions quote what an edited text says now. */
export async function quoteMentions(tx: Tx, place: NamingPlace, text: string): Promise<void> {
  await tx.notification.updateMany({
    where: notificationsOf(place),
    data: { message: mentionMessage(text) },
  });
}

/** Deletes the notifications of mentions in a text that is gone or hidden. */
export async function retractMentions(tx: Tx, place: NamingPlace): Promise<void> {
  const where = notificationsOf(place);
  const notified = await tx.notification.findMany({ where, select: { receiverId: true } });
  if (notified.length === 0) return;
  await tx.notification.deleteMany({ where });
  refresh(tx, notified);
}

/**
 * Takes back the notifications of people whom an edited text no longer names. The rows stay,
 * deleted, as long as the text (`sweepDeleted`), so that further edits notify none of them again,
 * and no more than `MENTIONS_NOTIFIED` in all.
 */
export async function retractRemoved(
  tx: Tx,
  place: NamingPlace,
  receiverIds: readonly string[],
): Promise<void> {
  if (receiverIds.length === 0) return;
  const where = { ...notificationsOf(place), receiverId: { in: [...receiverIds] }, deletedAt: null };
  const notified = await tx.notification.findMany({ where, select: { receiverId: true } });
  if (notified.length === 0) return;
  await tx.notification.updateMany({ where, data: { deletedAt: new Date() } });
  refresh(tx, notified);
}

/** Updates the open pages of those whose notifications changed. */
function refresh(tx: Tx, notified: { receiverId: string }[]): void {
  afterCommit(tx, () => {
    for (const { receiverId } of notified) publishChange(receiverId);
  });
}
