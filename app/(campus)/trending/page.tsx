import type { Metadata } from "next";
import { TrendingPosts } from "@/components/posts/post-list/trending-posts";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { trendingOptions, trendingTagsOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { listTrending, listTrendingTags } from "@/lib/posts/server/trending";
import { firstPage, prefetch, resource } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Trending") };
}

export default async function TrendingPage() {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(trendingOptions(), () => listTrending(viewer, { page: 1, limit: FEED_PAGE })),
      resource(trendingTagsOptions().queryKey, () => listTrendingTags(viewer)),
    ));
  return (
    <HydrateOnce state={state}>
      <TrendingPosts />
    </HydrateOnce>
  );
}
