import type { Metadata } from "next";
import { PostsFeed } from "@/components/posts/post-list/posts-feed";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { feedOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { listFeedNamed } from "@/lib/posts/server/feed";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Posts Feed") };
}

export default async function PostsFeedPage() {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(feedOptions(), () => listFeedNamed("campus", viewer, { page: 1, limit: FEED_PAGE })),
    ));
  return (
    <HydrateOnce state={state}>
      <PostsFeed />
    </HydrateOnce>
  );
}
