import type { Metadata } from "next";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { countsOf, notificationsKeys } from "@/lib/notifications/client/cache";
import { notificationsOptions } from "@/lib/notifications/client/queries";
import { notificationsQuery } from "@/lib/notifications/schema";
import { listNotifications } from "@/lib/notifications/server/inbox";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Notifications") };
}

export default async function NotifyPage() {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(notificationsOptions(), async (client) => {
        const page = await listNotifications(viewer, notificationsQuery.parse({}));
        client.setQueryData(notificationsKeys.counts(), countsOf(page));
        return page;
      }),
    ));
  return (
    <HydrateOnce state={state}>
      <NotificationsScreen />
    </HydrateOnce>
  );
}
