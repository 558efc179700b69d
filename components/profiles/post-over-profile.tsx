"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import type { KeyboardEvent } from "react";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { useReadNotifications } from "@/components/posts/use-read-notifications";
import { Dialog } from "@/components/ui/dialog";
import { QueryError } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { goBack } from "@/lib/dom/back";
import { useTranslate } from "@/lib/language/translate";
import { postItems } from "@/lib/posts/client/cache";
import { postOptions, userPostsOptions } from "@/lib/posts/client/queries";
import type { Post } from "@/lib/posts/schema";

/** The next page of posts loads when this many are left. */
const PREFETCH_DISTANCE = 3;

/** Keys move a cursor or a video here, and not to another post. */
const USES_ARROWS = "input, textarea, select, video, [contenteditable], [role=menu], [role=toolbar]";

/**
 * A post over the profile whose grid led to it: the card of the feed with its comments open, and
 * arrows to the posts next to it. The address is the post's own, so it can be shared; reloaded,
 * it shows the post's page.
 */
export function PostOverProfile({ userId }: { userId: string }) {
  // Not from the route: the arrows change the address alone, and show the next post at once. And a
  // link in the post to the same profile leaves this slot as it is.
  const [, page, postId] = usePathname().split("/");
  return page === "post" && postId ? <PostDialog userId={userId} postId={postId} /> : null;
}

function PostDialog({ userId, postId }: { userId: string; postId: string }) {
  const t = useTranslate();
  const router = useRouter();
  const list = useInfiniteQuery({ ...userPostsOptions(userId), enabled: false });
  const posts = postItems.all(list.data);
  const index = posts.findIndex(({ _id }) => _id === postId);
  const listed = posts[index];
  const query = useQuery({ ...postOptions(postId), enabled: !listed });
  const post = listed ?? query.data;
  const { openMedia, lightbox } = useLightbox(post ? [post] : []);
  useReadNotifications(post);

  const close = () => goBack() || router.push(`/profile/${userId}`);
  const move = (target: Post | undefined) => {
    if (!target) return;
    window.history.replaceState(null, "", `/post/${target._id}`);
    if (list.hasNextPage && posts.length - index < PREFETCH_DISTANCE) void list.fetchNextPage();
  };
  const previous = index > 0 ? posts[index - 1] : undefined;
  const next = index >= 0 ? posts[index + 1] : undefined;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(USES_ARROWS)) return;
    if (event.key === "ArrowLeft") move(previous);
    if (event.key === "ArrowRight") move(next);
  };
  return (
    <Dialog
      open
      isPage
      onOpenChange={close}
      title={t("Post")}
      width="split"
      onKeyDown={lightbox ? undefined : handleKeyDown}
      tools={
        posts.length > 1 && (
          <>
            <IconButton label={t("Previous post")} disabled={!previous} onClick={() => move(previous)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label={t("Next post")} disabled={!next} onClick={() => move(next)}>
              <ChevronRight />
            </IconButton>
          </>
        )
      }
    >
      <div className="-m-5 [--split-max:calc(min(88dvh,56rem)-4rem)] [--split-min:var(--split-max)] [&_article]:rounded-none [&_article]:border-0 [&_article]:shadow-none">
        {post && (
          <PostCard key={post._id} post={post} isStandalone onOpenMedia={openMedia} onDeleted={close} />
        )}
        {!post && query.isPending && <PostSkeletons count={1} />}
        {!post && query.isError && <QueryError query={query} />}
      </div>
      {lightbox}
    </Dialog>
  );
}
