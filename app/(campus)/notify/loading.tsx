"use client";

import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { NotificationsHeader } from "@/components/notifications/notifications-header";
import { Card } from "@/components/ui/card";
import { useUnreadCount } from "@/lib/notifications/client/queries";

/** The same header as the page has, so that nothing moves when the page comes. */
export default function NotifyLoading() {
  const unread = useUnreadCount();
  return (
    <>
      <NotificationsHeader unread={unread} filter="all" onFilter={() => {}} onMarkAllRead={() => {}} />
      <Card bleed className="overflow-hidden">
        <NotificationSkeletons />
      </Card>
    </>
  );
}
