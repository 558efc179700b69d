import "server-only";
import {
  type NotificationPreferences,
  type NotificationType,
  notificationTypeField,
} from "@/lib/notifications/schema";
import { afterCommit, db, transaction } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import { hiddenPeople } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Which kinds of notifications a person wants. They are all written, whatever is wanted, and what
 * is switched off is left out when it is read (docs/decisions/0006).
 */

/**
 * Restricts `n`, rows of one person's notifications, to those not deleted, of the kinds not
 * switched off, from people one sees.
 */
export const isListed = (receiverId: string) => Prisma.sql`
  n.deleted_at IS NULL AND CASE WHEN n.custom_type IS NULL
    THEN n.type <> ALL ((SELECT muted_notifications FROM users WHERE id = ${receiverId}::uuid)::"NotificationType"[])
    ELSE NOT (SELECT muted_custom FROM users WHERE id = ${receiverId}::uuid) END
  AND n.sender_id NOT IN ${hiddenPeople}`;

const MUTED = { mutedNotifications: true, mutedCustom: true } as const;

/** What the viewer has switched on and off. */
export async function getPreferences(viewer: Viewer): Promise<NotificationPreferences> {
  const { mutedNotifications, mutedCustom } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: MUTED,
  });
  const isOn = (type: (typeof mutedNotifications)[number]) => !mutedNotifications.includes(type);
  return { like: isOn("like"), comment: isOn("comment"), follow: isOn("follow"), custom: !mutedCustom };
}

/**
 * Switches kinds on and off. What came while a kind was off is there when it is switched on again,
 * and not new any more.
 */
export async function setPreferences(
  viewer: Viewer,
  wanted: Partial<NotificationPreferences>,
): Promise<NotificationPreferences> {
  await transaction(async (tx) => {
    await lockRows(tx, "users", [viewer.id]);
    const before = await tx.user.findUniqueOrThrow({ where: { id: viewer.id }, select: MUTED });
    const wasOff = (type: NotificationType) => before.mutedNotifications.includes(type);
    await tx.user.update({
      where: { id: viewer.id },
      data: {
        mutedNotifications: notificationTypeField.options.filter(
          (type) => wanted[type] === false || (wasOff(type) && wanted[type] !== true),
        ),
        mutedCustom: wanted.custom === undefined ? before.mutedCustom : !wanted.custom,
      },
    });
    const back = notificationTypeField.options.filter((type) => wasOff(type) && wanted[type] === true);
    const isCustomBack = before.mutedCustom && wanted.custom === true;
    await tx.notification.updateMany({
      where: {
        receiverId: viewer.id,
        seen: false,
        OR: [
          { customType: null, type: { in: back } },
          ...(isCustomBack ? [{ customType: { not: null } }] : []),
        ],
      },
      data: { seen: true },
    });
    // The person's other tabs and devices show it at once.
    afterCommit(tx, () => publishChange(viewer.id));
  });
  return getPreferences(viewer);
}
