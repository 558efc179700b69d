import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { pageViewer } from "@/lib/auth/page-viewer";
import { notificationsQuery } from "@/lib/notifications/contract";
import { notificationsKeys } from "@/lib/notifications/keys";
import { notificationsOptions } from "@/lib/notifications/queries";
import { listNotifications } from "@/lib/notifications/service/inbox";
import { firstPage, prefetch } from "@/lib/query/prefetch";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotifyPage() {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(notificationsOptions(), async (client) => {
        const page = await listNotifications(viewer, notificationsQuery.parse({}));
        client.setQueryData(notificationsKeys.unread(), page.unreadCount);
        return page;
      }),
    ));
  return (
    <HydrationBoundary state={state}>
      <NotificationsScreen />
    </HydrationBoundary>
  );
}
