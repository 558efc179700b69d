import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SuspendedScreen } from "@/components/moderation/suspended-screen";
import { FullPage } from "@/components/shell/full-page";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { HOME, LOGIN } from "@/lib/paths";
import { usersKeys } from "@/lib/profiles/client/cache";
import { getOwnUser } from "@/lib/profiles/server/profile";
import { prefetch, seed } from "@/lib/query/server/prefetch";
import { isBanned } from "@/lib/sessions/server/access";
import { pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";

export const metadata: Metadata = { title: "Your account is banned", robots: { index: false } };

/** Where every address leads a banned person. */
export default async function SuspendedPage() {
  const viewer = await pageViewerOrBanned();
  if (!viewer) redirect(LOGIN);
  if (!isBanned(viewer)) redirect(HOME);
  const me = await getOwnUser(viewer);
  return (
    <HydrateOnce state={await prefetch(seed(usersKeys.me(), me))}>
      <FullPage top>
        <SuspendedScreen />
      </FullPage>
    </HydrateOnce>
  );
}
