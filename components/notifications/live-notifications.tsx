"use client";

import { useEffect, useState } from "react";
import { useUnreadBadge } from "@/components/notifications/use-unread-badge";
import { useLiveNotifications } from "@/lib/notifications/client/live";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import { notificationText } from "@/lib/notifications/messages";
import type { Notification } from "@/lib/notifications/schema";

/**
 * Keeps every screen's notifications live: the dots, the list, the tab's title, the app's badge,
 * and a word for screen readers. Without a person it rests.
 */
export function LiveNotifications({ personId }: { personId: string | undefined }) {
  const [said, setSaid] = useState("");
  useLiveNotifications(personId, (arrived) => {
    // A tab nobody looks at keeps quiet: another one may be speaking.
    if (document.visibilityState === "visible") setSaid(sentence(arrived));
  });
  useUnreadBadge(useUnreadCount());
  useEffect(() => {
    if (!personId) return;
    import("@/lib/notifications/client/push-device")
      .then(({ keepPushOn }) => keepPushOn(personId))
      .catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: nothing is lost yet, the next visit tries again
        console.warn("Push could not be kept on.", error);
      });
  }, [personId]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

function sentence(arrived: Notification[]): string {
  const [only] = arrived;
  return only && arrived.length === 1
    ? `New notification: ${only.senderId.name} ${notificationText(only)}`
    : `${arrived.length} new notifications`;
}
