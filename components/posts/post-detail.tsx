"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import { MissingPost } from "@/components/posts/missing-post";
import { PostCard, type PostCardHandle } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { useReadNotifications } from "@/components/posts/use-read-notifications";
import { QueryError } from "@/components/ui/error-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PageHeader } from "@/components/ui/page-header";
import { apiError } from "@/lib/api/client/api-client-error";
import { isFirstEntry } from "@/lib/dom/back";
import { useTranslate } from "@/lib/language/translate";
import { HOME } from "@/lib/paths";
import { postOptions } from "@/lib/posts/client/queries";

// Optional: everything can be done without them.
const PostShortcuts = lazyComponent(
  () => import("@/components/posts/post-list/post-shortcuts").then((module) => module.PostShortcuts),
  { optional: true },
);

/** The page of one post, with its comments open. Shared links lead here. */
export function PostDetail({ postId }: { postId: string }) {
  const t = useTranslate();
  const router = useRouter();
  const query = useQuery(postOptions(postId));
  const card = useRef<PostCardHandle>(null);
  const { openMedia, lightbox } = useLightbox(query.data ? [query.data] : []);
  const isLeaving = useRef(false);
  const leavePage = useCallback(() => {
    isLeaving.current = true;
    router.replace(HOME);
  }, [router]);
  // The post had the focus, which would be lost with it: the feed that has come instead takes it.
  useEffect(
    () => () => {
      if (!isLeaving.current) return;
      const content = document.querySelector("[role=feed]") ?? document.querySelector("main");
      if (content instanceof HTMLElement) content.focus({ preventScroll: true });
    },
    [],
  );

  useReadNotifications(query.data);
  const isShown = query.data !== undefined;
  useEffect(() => {
    // A reader who comes from another page by key goes on at the post, and not at the top.
    if (isShown && !isFirstEntry() && document.activeElement === document.body)
      card.current?.element()?.focus({ preventScroll: true });
  }, [isShown]);

  if (query.isPending) {
    return (
      <div className="flex flex-col md:gap-4">
        <PageHeader title={t("Post")} />
        <PostSkeletons count={1} />
      </div>
    );
  }
  if (!query.data) {
    if (apiError(query.error)?.isGone) return <MissingPost />;
    return (
      <div className="flex flex-col md:gap-4">
        <PageHeader title={t("Post")} />
        <div className="card-bleed">
          <QueryError query={query} />
        </div>
      </div>
    );
  }
  return (
    <div
      data-wide={query.data.withheld ? undefined : true}
      className="flex flex-col [--split-max:calc(100dvh-6.5rem)] [--split-min:36rem] md:gap-4"
    >
      <PageHeader title={t("Post")} />
      <PostShortcuts cards={() => (card.current ? [card.current] : [])} />
      <PostCard ref={card} post={query.data} isStandalone onOpenMedia={openMedia} onDeleted={leavePage} />
      {lightbox}
    </div>
  );
}
