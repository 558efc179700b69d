import type { Metadata } from "next";
import type { ReactNode } from "react";
import { FullPage } from "@/components/shell/full-page";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { Reconcile, SessionGuard } from "@/components/shell/session-guard";
import { Shell } from "@/components/shell/shell";
import { messagesKeys } from "@/lib/messages/client/queries";
import { countUnread } from "@/lib/messages/server/read";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import { usersKeys } from "@/lib/profiles/client/cache";
import { pageUser } from "@/lib/profiles/server/profile";
import { prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/**
 * Only members see these screens: everyone else who follows a link to one sees the login page, and
 * its card of the app.
 */
export const metadata: Metadata = { openGraph: null, twitter: null };

/**
 * The screens of members, with their profile and what is unread in the first paint. Middleware has
 * checked the cookie but not the database: if the session has ended, only the browser can refresh
 * it or sign out.
 */
export default async function CampusLayout({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  if (!viewer) {
    return (
      <FullPage>
        <Reconcile />
      </FullPage>
    );
  }

  const [me, unread] = await Promise.all([pageUser(viewer), countUnread(viewer)]);
  const state = await prefetch(
    seed(usersKeys.me(), me),
    seed(notificationsKeys.counts(), unread.notifications),
    seed(messagesKeys.unread(), unread.conversations),
  );

  return (
    <HydrateOnce state={state}>
      <Shell>
        <SessionGuard viewerId={viewer.id}>{children}</SessionGuard>
      </Shell>
    </HydrateOnce>
  );
}
