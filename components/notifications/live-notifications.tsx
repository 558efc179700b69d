"use client";

import { type Mutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUnreadBadge } from "@/components/notifications/use-unread-badge";
import { forgetDeleted, reloadComments } from "@/lib/comments/client/cache";
import { useCounted } from "@/lib/dom/field-hooks";
import { translate } from "@/lib/language/translate";
import { followHint } from "@/lib/messages/client/cache";
import { unreadMessagesOptions } from "@/lib/messages/client/queries";
import { useLiveNotifications } from "@/lib/notifications/client/live";
import { useNewCount } from "@/lib/notifications/client/queries";
import { isOfficial, notificationText } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";
import { type PostNews, patchPost } from "@/lib/posts/client/cache";
import { type ProfileNews, showOwnProfile } from "@/lib/profiles/client/cache";
import { useOtherTabs } from "@/lib/query/other-tabs";
import { reloadEverything } from "@/lib/query/reload";
import type { SafetyNews } from "@/lib/safety/client/mutations";
import { preferences } from "@/lib/settings/client/preferences";
import { isolated } from "@/lib/text/names";

/**
 * Updates notifications, messages and posts live on every screen: the dots, the lists, the counts,
 * the tab's title and the app's badge. It also announces new ones to screen readers, and shows
 * what the person does in other tabs. Without a person it does nothing.
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
    // Someone has blocked this person, or they changed on another device what they see.
    onHidden: () => void reloadEverything(client),
    onPosts: (news) => {
      forgetDeleted(client, news.counts);
      void import("@/lib/posts/client/live").then(
        ({ showPostsNews }) => showPostsNews(client, news),
        () => undefined, // Without a connection there is no news.
      );
    },
  });
  const { data: unreadMessages = 0 } = useQuery({
    ...unreadMessagesOptions(),
    enabled: personId !== undefined,
    refetchOnWindowFocus: true,
    retry: false,
  });
  usePushInvitation(personId);
  useUnreadBadge(useNewCount() + unreadMessages);
  useOtherTabs(personId, (news: PostNews | ProfileNews | SafetyNews) => {
    if (news.kind === "profile") showOwnProfile(client, news.profile);
    else if (news.kind === "safety") void reloadEverything(client);
    else {
      patchPost(client, news.postId, (post) => ({ ...post, ...news.change }));
      reloadComments(client, news);
    }
  });
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
  if (!only || arrived.length > 1) return translate("{count} new notifications", { count: arrived.length });
  const what = notificationText(only, translate);
  return isOfficial(only)
    ? translate("New notification: {what}", { what })
    : translate("New notification: {name} {what}", { name: isolated(only.senderId.name), what });
}

/** Whether this browser can have push, and its person has not decided yet. */
const isUndecided = () =>
  "PushManager" in window &&
  "Notification" in window &&
  Notification.permission === "default" &&
  !preferences.getState().invitedToPush;

/** Whether it was a like or a message: someone may answer. */
function asksForAnswer({ options, state }: Mutation<unknown, Error, unknown>): boolean {
  const [noun, act] = options.mutationKey ?? [];
  const isLike = noun === "posts" && act === "like" && (state.variables as { wanted?: boolean })?.wanted;
  return isLike === true || (noun === "messages" && act === "send");
}

/** Invites the person to push after the first like or message that they send from this device. */
export function usePushInvitation(personId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!personId || !isUndecided()) return;
    return client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== "updated" || mutation.state.status !== "success") return;
      if (!navigator.onLine || !asksForAnswer(mutation) || !isUndecided()) return;
      import("@/components/notifications/push-invitation")
        .then(({ inviteToPush }) => inviteToPush(client, personId))
        .catch((error: unknown) => {
          // biome-ignore lint/suspicious/noConsole: not an error yet: the next like or message tries again
          console.warn("Could not offer push.", error);
        });
    });
  }, [client, personId]);
}
