import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { SearchScreen } from "@/components/users/search-screen";
import { pageViewer } from "@/lib/auth/page-viewer";
import { searchQuery } from "@/lib/users/contract";
import { prefetchSearch } from "@/lib/users/prefetch";

export const metadata: Metadata = { title: "Explore" };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const viewer = await pageViewer();
  const query = searchQuery.safeParse({ q: typeof q === "string" ? q : "" }).data;
  return (
    <HydrationBoundary state={viewer && query && (await prefetchSearch(viewer, query))}>
      <SearchScreen />
    </HydrationBoundary>
  );
}
