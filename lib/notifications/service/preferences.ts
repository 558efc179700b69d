import "server-only";
import type { Viewer } from "@/lib/auth/access";
import { type NotificationPreferences, notificationTypeField } from "@/lib/notifications/contract";
import { afterCommit, db, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/realtime";
import { hiddenPeople } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Which kinds of notifications a person wants. They are all written, whatever is wanted, and what is switched off is left
 * out when it is read (docs/decisions/0006).
 */

/** Restricts `n`, rows of one person's notifications, to those not deleted, of the kinds not switched off, from people one sees. */
export const isListed = (receiverId: string) => Prisma.sql`
  n.deleted_at IS NULL AND CASE WHEN n.custom_type IS NULL
    THEN n.type <> ALL ((SELECT muted_notifications FROM users WHERE id = ${receiverId}::uuid)::"NotificationType"[])
    ELSE NOT (SELECT muted_custom FROM users WHERE id = ${receiverId}::uuid) END
  AND n.sender_id NOT IN ${hiddenPeople}`;

/** What the viewer has switched on and off. */
export async function getPreferences(viewer: Viewer): Promise<NotificationPreferences> {
  const { mutedNotifications, mutedCustom } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { mutedNotifications: true, mutedCustom: true },
  });
  const isOn = (type: (typeof mutedNotifications)[number]) => !mutedNotifications.includes(type);
  return { like: isOn("like"), comment: isOn("comment"), follow: isOn("follow"), custom: !mutedCustom };
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
    const [before] = await tx.$queryRaw<{ muted: string[]; mutedCustom: boolean }[]>`
      SELECT muted_notifications::text[] AS muted, muted_custom AS "mutedCustom"
      FROM users WHERE id = ${viewer.id}::uuid FOR NO KEY UPDATE`;
    const { muted = [], mutedCustom = false } = before ?? {};
    const after = notificationTypeField.options.filter(
      (type) => off.includes(type) || (muted.includes(type) && !on.includes(type)),
    );
    await tx.$executeRaw`
      UPDATE users SET muted_notifications = ${after}::"NotificationType"[],
        muted_custom = ${wanted.custom === undefined ? mutedCustom : !wanted.custom}
      WHERE id = ${viewer.id}::uuid`;
    const back = on.filter((type) => muted.includes(type));
    const customBack = mutedCustom && wanted.custom === true;
    await tx.$executeRaw`
      UPDATE notifications SET seen = true
      WHERE receiver_id = ${viewer.id}::uuid AND NOT seen AND CASE WHEN custom_type IS NULL
        THEN type = ANY(${back}::"NotificationType"[]) ELSE ${customBack} END`;
    // The person's other tabs and devices show it at once.
    afterCommit(tx, () => publishChange(viewer.id));
  });
  return getPreferences(viewer);
}
