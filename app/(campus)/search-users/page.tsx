import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SearchScreen } from "@/components/users/search-screen";
import { pageViewer } from "@/lib/auth/page-viewer";
import { firstPage, prefetch } from "@/lib/query/prefetch";
import { searchQuery } from "@/lib/users/contract";
import { searchOptions } from "@/lib/users/queries";
import { searchPeople } from "@/lib/users/service/search";

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
