import "server-only";
import type { Viewer } from "@/lib/auth/access";
import { type NotificationPreferences, notificationTypeField } from "@/lib/notifications/contract";
import { afterCommit, db, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/realtime";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Which kinds of notifications a person wants. They are all written, whatever is wanted, and what is switched off is left
 * out when it is read (docs/decisions/0006).
 */

/** Restricts `n`, rows of one person's notifications, to those not deleted, of the kinds not switched off. */
export const isListed = (receiverId: string) => Prisma.sql`
  n.deleted_at IS NULL AND n.type <> ALL ((SELECT muted_notifications FROM users WHERE id = ${receiverId}::uuid)::"NotificationType"[])`;

/** What the viewer has switched on and off. */
export async function getPreferences(viewer: Viewer): Promise<NotificationPreferences> {
  const { mutedNotifications } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { mutedNotifications: true },
  });
  const isOn = (type: (typeof mutedNotifications)[number]) => !mutedNotifications.includes(type);
  return { like: isOn("like"), comment: isOn("comment"), follow: isOn("follow") };
}

/**
 * Switches kinds on and off. What came while a kind was off is there when it is switched on again, and not new any more.
 */
export async function setPreferences(
  viewer: Viewer,
  wanted: Partial<NotificationPreferences>,
): Promise<NotificationPreferences> {
  const on = notificationTypeField.options.filter((type) => wanted[type] === true);
  const off = notificationTypeField.options.filter((type) => wanted[type] === false);
  await transaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ muted: string[] }[]>`
      SELECT muted_notifications::text[] AS muted FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    const muted = before?.muted ?? [];
    const after = notificationTypeField.options.filter(
      (type) => off.includes(type) || (muted.includes(type) && !on.includes(type)),
    );
    await tx.$executeRaw`
      UPDATE users SET muted_notifications = ${after}::"NotificationType"[] WHERE id = ${viewer.id}::uuid`;
    const back = on.filter((type) => muted.includes(type));
    await tx.$executeRaw`
      UPDATE notifications SET seen = true
      WHERE receiver_id = ${viewer.id}::uuid AND NOT seen AND type = ANY(${back}::"NotificationType"[])`;
    // The person's other tabs and devices show it at once.
    afterCommit(tx, () => publishChange(viewer.id));
  });
  return getPreferences(viewer);
}
