"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUnreadBadge } from "@/components/notifications/use-unread-badge";
import { useOtherTabsComments } from "@/lib/comments/client/tabs";
import { useCounted } from "@/lib/dom/field-hooks";
import { followHint } from "@/lib/messages/client/cache";
import { unreadMessagesOptions } from "@/lib/messages/client/queries";
import { useLiveNotifications } from "@/lib/notifications/client/live";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import { isOfficial, notificationText } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";
import { useOtherTabs } from "@/lib/posts/client/tabs";
import { followSafety, useOtherTabsSafety } from "@/lib/safety/client/tabs";
import { isolated } from "@/lib/text/names";

/**
 * Updates notifications and messages live on every screen: the dots, the lists, the tab's title and
 * the app's badge. It also announces new ones to screen readers, and shows what the person does in
 * other tabs. Without a person it does nothing.
 */
export function LiveNotifications({ personId }: { personId: string | undefined }) {
  const client = useQueryClient();
  // Counted, because two people may do the same: equal words are said again.
  const [announcement, setAnnouncement] = useCounted<{ text: string }>();
  useLiveNotifications(personId, {
    onArrival: (arrived) => {
      // A hidden tab stays silent: another one may be announcing the same.
      if (document.visibilityState === "visible") setAnnouncement({ text: announcementOf(arrived) });
    },
    onMessage: (hint) => void followHint(client, hint),
    // Without anyone, someone has blocked this person, or another device changed what they see.
    onHidden: ({ hidden }) =>
      followSafety(client, hidden.length > 0 ? { hidden, hiding: "blocked" } : { shown: true }),
  });
  const { data: unreadMessages = 0 } = useQuery({
    ...unreadMessagesOptions(),
    enabled: personId !== undefined,
    refetchOnWindowFocus: true,
    retry: false,
  });
  useUnreadBadge(useUnreadCount() + unreadMessages);
  useOtherTabs(personId);
  useOtherTabsComments(personId);
  useOtherTabsSafety(personId);
  useEffect(() => {
    if (!personId) return;
    import("@/lib/notifications/client/push-device")
      .then(({ renewPushSubscription }) => renewPushSubscription(personId))
      .catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: not an error yet: the next visit tries again
        console.warn("Could not renew the push subscription.", error);
      });
  }, [personId]);
  return (
    <p role="status" className="sr-only">
      <span key={announcement?.count}>{announcement?.text}</span>
    </p>
  );
}

function announcementOf(arrived: Notification[]): string {
  const [only] = arrived;
  if (!only || arrived.length > 1) return `${arrived.length} new notifications`;
  const sender = isOfficial(only) ? "" : `${isolated(only.senderId.name)} `;
  return `New notification: ${sender}${notificationText(only)}`;
}
