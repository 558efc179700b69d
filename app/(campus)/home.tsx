import { cookies } from "next/headers";
import { AboveFeed } from "@/components/notices/above-feed";
import { Feed } from "@/components/posts/post-list/feed";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import type { Notice } from "@/lib/notices/schema";
import { currentNotice } from "@/lib/notices/server/current";
import { SUGGESTIONS_FOR_NEWCOMERS } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { suggestPeople } from "@/lib/people-search/server/suggestions";
import { log } from "@/lib/platform/log";
import { feedOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE, feedNamed } from "@/lib/posts/policy";
import { listFeedNamed } from "@/lib/posts/server/feed";
import { CIRCLES_TO_START, hasClass } from "@/lib/profiles/policy";
import { pageUser } from "@/lib/profiles/server/profile";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { HOME_FEED } from "@/lib/sessions/marker-cookies";
import type { Viewer } from "@/lib/sessions/server/access";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** The feed that the address names, else the one that was open last. */
export async function Home({ feed: named }: { feed?: string | string[] | undefined }) {
  const t = await getText();
  const viewer = await pageViewer();
  if (!viewer) return null;
  const feed = feedNamed(named) ?? feedNamed((await cookies()).get(HOME_FEED)?.value) ?? "campus";
  const isWithoutClass = feed === "class" && !hasClass(await pageUser(viewer));
  const [people, notice, state] = await Promise.all([
    suggestionsFor(viewer),
    noticeFor(viewer),
    isWithoutClass
      ? undefined
      : prefetch(
          firstPage(feedOptions(feed), () => listFeedNamed(feed, viewer, { page: 1, limit: FEED_PAGE })),
        ),
  ]);
  return (
    <HydrateOnce state={state}>
      <h1 className="sr-only">{t("Home")}</h1>
      <AboveFeed notice={notice} hasPeople={people.length > 0} />
      <Feed initial={feed} people={people} />
    </HydrateOnce>
  );
}

/** For those who have joined few; the others see no card of people in their feed. */
async function suggestionsFor(viewer: Viewer): Promise<Suggestion[]> {
  const { followingCount, hidesSuggestions } = await pageUser(viewer);
  if (followingCount >= CIRCLES_TO_START || hidesSuggestions) return [];
  return suggestPeople(viewer, SUGGESTIONS_FOR_NEWCOMERS).catch((error: unknown) => {
    log().warn({ err: error }, "people to join not read");
    return [];
  });
}

/** The feed does without a notice that can't be read. */
const noticeFor = (viewer: Viewer): Promise<Notice | null> =>
  currentNotice(viewer).catch((error: unknown) => {
    log().warn({ err: error }, "notice not read");
    return null;
  });
