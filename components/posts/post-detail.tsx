"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { MissingPost } from "@/components/posts/missing-post";
import { PostCard, type PostCardHandle } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { usePostShortcuts } from "@/components/posts/post-list/use-post-shortcuts";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorState } from "@/components/ui/error-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { apiError } from "@/lib/api/client/api-client-error";
import { useMarkPostSeen } from "@/lib/notifications/client/mutations";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import { postOptions } from "@/lib/posts/client/queries";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";

const Lightbox = lazyComponent(() =>
  import("@/components/posts/lightbox/lightbox").then((module) => module.Lightbox),
);

/** The page of one post, with its comments open. Shared links lead here. */
export function PostDetail({ postId }: { postId: string }) {
  const router = useRouter();
  const query = useQuery(postOptions(postId));
  const card = useRef<PostCardHandle>(null);
  usePostShortcuts({ cards: () => (card.current ? [card.current] : []) });
  const [isMediaOpen, setIsMediaOpen] = useState(false);
  const openMedia = useCallback(() => setIsMediaOpen(true), []);
  const closeMedia = () => setIsMediaOpen(false);
  const leavePage = useCallback(() => router.replace("/mainfeed"), [router]);

  useReadNotifications(query.data);

  if (query.isPending) {
    return (
      <div className="max-md:pt-3">
        <h1 className="sr-only">Post</h1>
        <PostSkeletons count={1} />
      </div>
    );
  }
  if (!query.data) {
    if (apiError(query.error)?.isGone) return <MissingPost />;
    return (
      <div className="card-bleed max-md:mt-3">
        <h1 className="sr-only">Post</h1>
        <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="sr-only">Post</h1>
      <Link
        href="/mainfeed"
        className={buttonStyle({
          variant: "ghost",
          size: "sm",
          className: "gap-2 self-start max-md:mt-2 max-md:ml-2",
        })}
      >
        <ArrowLeft aria-hidden />
        Back to the feed
      </Link>
      <PostCard ref={card} post={query.data} isStandalone onOpenMedia={openMedia} onDeleted={leavePage} />
      {isMediaOpen && (
        <Lightbox
          posts={[query.data]}
          openId={postId}
          onMove={() => {}}
          onClose={closeMedia}
          onLoadError={closeMedia}
        />
      )}
    </div>
  );
}

/** Marks the notifications about a post of the viewer as read, however they came to it. */
function useReadNotifications(post: Post | undefined): void {
  const me = useMe();
  const hasUnread = useUnreadCount() > 0;
  const { mutate } = useMarkPostSeen();
  const ownPostId = me && post?.userId._id === me._id ? post._id : undefined;
  useEffect(() => {
    if (ownPostId && hasUnread) mutate(ownPostId);
  }, [ownPostId, hasUnread, mutate]);
}
