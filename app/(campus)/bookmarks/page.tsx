import type { Metadata } from "next";
import { BookmarkedPosts } from "@/components/posts/post-list/bookmarked-posts";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { bookmarksOptions } from "@/lib/posts/client/queries";
import { bookmarksQuery } from "@/lib/posts/schema";
import { listBookmarks } from "@/lib/posts/server/bookmarks";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Bookmarks") };
}

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function BookmarksPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const viewer = await pageViewer();
  // Text that can't be searched for is left to the screen, which says why.
  const query = bookmarksQuery.safeParse({ q: typeof q === "string" ? q.trim() : "" }).data;
  const state =
    viewer &&
    query &&
    (await prefetch(firstPage(bookmarksOptions(query.q), () => listBookmarks(viewer, query))));
  return (
    <HydrateOnce state={state}>
      <BookmarkedPosts />
    </HydrateOnce>
  );
}
