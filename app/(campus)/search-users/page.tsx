import type { Metadata } from "next";
import { SearchScreen } from "@/components/people-search/search-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { searchedTag, searchOptions, suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_TO_EXPLORE } from "@/lib/people-search/policy";
import { searchQuery } from "@/lib/people-search/schema";
import { searchPeople } from "@/lib/people-search/server/search";
import { suggestPeople } from "@/lib/people-search/server/suggestions";
import { tagSearchOptions, trendingPicturesOptions, trendingTagsOptions } from "@/lib/posts/client/queries";
import { GRID_PAGE } from "@/lib/posts/policy";
import { searchTags } from "@/lib/posts/server/search-tags";
import { listTrending, listTrendingTags } from "@/lib/posts/server/trending";
import { firstPage, prefetch, resource } from "@/lib/query/server/prefetch";
import type { Viewer } from "@/lib/sessions/server/access";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Explore") };
}

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const viewer = await pageViewer();
  const text = typeof q === "string" ? q.trim() : "";
  const state = viewer && (await (text === "" ? loadExplore(viewer) : loadResults(viewer, text)));
  return (
    <HydrateOnce state={state}>
      <SearchScreen />
    </HydrateOnce>
  );
}

const loadExplore = (viewer: Viewer) =>
  prefetch(
    resource(trendingTagsOptions().queryKey, () => listTrendingTags(viewer)),
    resource(suggestionsOptions(SUGGESTIONS_TO_EXPLORE).queryKey, () =>
      suggestPeople(viewer, SUGGESTIONS_TO_EXPLORE),
    ),
    firstPage(trendingPicturesOptions(), () =>
      listTrending(viewer, { page: 1, limit: GRID_PAGE, mediaType: "image" }),
    ),
  );

/** Text that can't be searched for is left to the screen, which says why. */
function loadResults(viewer: Viewer, text: string) {
  const tag = searchedTag(text);
  const query = text.startsWith("#") ? undefined : searchQuery.safeParse({ q: text }).data;
  return prefetch(
    (client) => tag !== "" && resource(tagSearchOptions(tag).queryKey, () => searchTags(viewer, tag))(client),
    (client) => query && firstPage(searchOptions(query.q), () => searchPeople(viewer, query))(client),
  );
}
