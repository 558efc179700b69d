import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { pageViewer } from "@/lib/auth/page-viewer";
import { notificationsQuery } from "@/lib/notifications/contract";
import { notificationsKeys } from "@/lib/notifications/keys";
import { notificationsOptions } from "@/lib/notifications/queries";
import { listNotifications } from "@/lib/notifications/service/inbox";
import { log } from "@/lib/platform/log";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotifyPage() {
  const client = new QueryClient();
  const viewer = await pageViewer();
  if (viewer) {
    try {
      const page = await listNotifications(viewer, notificationsQuery.parse({}));
      client.setQueryData(notificationsKeys.unread(), page.unreadCount);
      client.setQueryData(notificationsOptions().queryKey, { pages: [page], pageParams: [undefined] });
    } catch (error) {
      // The browser asks again and, when that fails too, says so.
      log().warn({ err: error }, "notifications not prefetched");
    }
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NotificationsScreen />
    </HydrationBoundary>
  );
}
