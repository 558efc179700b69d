import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SuspendedScreen } from "@/components/moderation/suspended-screen";
import { WaitingScreen } from "@/components/moderation/waiting-screen";
import { FullPage } from "@/components/shell/full-page";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { HOME, LOGIN } from "@/lib/paths";
import { env } from "@/lib/platform/env";
import { usersKeys } from "@/lib/profiles/client/cache";
import { getOwnUser } from "@/lib/profiles/server/profile";
import { prefetch, seed } from "@/lib/query/server/prefetch";
import { isBanned, isKeptOut } from "@/lib/sessions/server/access";
import { pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your account"), robots: { index: false } };
}

/** Where every address redirects a banned person, and a minor who has to wait. */
export default async function SuspendedPage() {
  const viewer = await pageViewerOrBanned();
  if (!viewer) redirect(LOGIN);
  if (!isKeptOut(viewer)) redirect(HOME);
  const me = await getOwnUser(viewer);
  return (
    <HydrateOnce state={await prefetch(seed(usersKeys.me(), me))}>
      <FullPage top>
        {isBanned(viewer) ? <SuspendedScreen /> : <WaitingScreen isExcluded={env().MINORS === "refuse"} />}
      </FullPage>
    </HydrateOnce>
  );
}
