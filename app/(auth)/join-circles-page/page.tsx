import type { Metadata } from "next";
import { JoinCirclesScreen } from "@/components/accounts/join-circles-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { Reconcile, SessionGuard } from "@/components/shell/session-guard";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_FOR_NEWCOMERS } from "@/lib/people-search/policy";
import { suggestPeople } from "@/lib/people-search/server/suggestions";
import { usersKeys } from "@/lib/profiles/client/cache";
import { getOwnUser } from "@/lib/profiles/server/profile";
import { prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export const metadata: Metadata = { title: "Join three circles" };

export default async function JoinCirclesPage() {
  const viewer = await pageViewer();
  if (!viewer) return <Reconcile />;
  const [me, people] = await Promise.all([
    getOwnUser(viewer),
    suggestPeople(viewer, SUGGESTIONS_FOR_NEWCOMERS),
  ]);
  const state = await prefetch(
    seed(usersKeys.me(), me),
    seed(suggestionsOptions(SUGGESTIONS_FOR_NEWCOMERS).queryKey, people),
  );
  return (
    <HydrateOnce state={state}>
      <SessionGuard viewerId={viewer.id}>
        <JoinCirclesScreen />
      </SessionGuard>
    </HydrateOnce>
  );
}
