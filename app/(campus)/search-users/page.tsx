import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SearchScreen } from "@/components/people-search/search-screen";
import { searchOptions } from "@/lib/people-search/client/queries";
import { searchQuery } from "@/lib/people-search/schema";
import { searchPeople } from "@/lib/people-search/server/search";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export const metadata: Metadata = { title: "Explore" };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const viewer = await pageViewer();
  const query = searchQuery.safeParse({ q: typeof q === "string" ? q : "" }).data;
  const state =
    viewer && query && (await prefetch(firstPage(searchOptions(query.q), () => searchPeople(viewer, query))));
  return (
    <HydrationBoundary state={state}>
      <SearchScreen />
    </HydrationBoundary>
  );
}
