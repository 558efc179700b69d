import type { ReactNode } from "react";
import { NotificationsHeader } from "@/components/notifications/notifications-header";

/**
 * The header is in a layout so that it stays while the list is loaded: an open filter menu would
 * close when the page takes the skeletons' place.
 */
export default function NotifyLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <NotificationsHeader />
      {children}
    </>
  );
}
