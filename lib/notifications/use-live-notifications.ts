"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Notification } from "@/lib/notifications/contract";
import type { StreamHearer } from "@/lib/notifications/keep-stream";
import { unreadOptions } from "@/lib/notifications/queries";

/** Milliseconds between two looks at the newest page where it does not come by itself, while the page is visible. */
const LOOK_EVERY_MS = 30_000;

/**
 * Keeps the unread count and the cached list as the server has them, at once; where streams are cut, every 30 s while the
 * page is visible, and on coming back to it. `onArrival` hears of what is new. For the shell, once.
 */
export function useLiveNotifications(
  personId: string | undefined,
  onArrival: (arrived: Notification[]) => void,
): void {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  const hear = useEffectEvent(onArrival);

  useEffect(() => {
    if (!personId) return;
    let left = false;
    let stop: (() => void) | undefined;
    const follow = async () => {
      const [{ followNotifications }, { arrivals, isNewer }, { takeLivePage }] = await Promise.all([
        import("@/lib/notifications/follow"),
        import("@/lib/notifications/newest-page"),
        import("@/lib/notifications/take-page"),
      ]);
      if (left) return;
      let known: Notification | undefined;
      let heard = false;
      const hearer: StreamHearer = {
        onLive: setLive,
        onPage: (page) => {
          // The first page is what there was already.
          const arrived = heard ? arrivals(known, page) : [];
          heard = true;
          const newest = page.notifications[0];
          if (newest && (!known || isNewer(newest, known))) known = newest;
          takeLivePage(client, page);
          if (arrived.length > 0) hear(arrived);
        },
      };
      stop = followNotifications(personId, hearer);
    };
    follow().catch(() => undefined); // No connection: the looks below go on.
    return () => {
      left = true;
      stop?.();
    };
  }, [client, personId]);

  useQuery({
    ...unreadOptions(),
    enabled: personId !== undefined,
    refetchInterval: live ? false : LOOK_EVERY_MS,
    refetchOnWindowFocus: !live,
    retry: false,
  });
}
