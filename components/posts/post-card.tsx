"use client";

import { memo, useId, useState } from "react";
import { Caption } from "@/components/posts/caption";
import { PostActions } from "@/components/posts/post-actions";
import { PostHeader } from "@/components/posts/post-header";
import { PostMedia } from "@/components/posts/post-media";
import { restOutOfSight } from "@/components/posts/resting-cards";
import { part } from "@/components/ui/part";
import type { Post } from "@/lib/posts/contract";

/** A list of cards loads it ahead: what the first tap on Comment needs. */
export const CommentsPanel = part(() =>
  import("@/components/comments/comments-panel").then((module) => module.CommentsPanel),
);

type Props = {
  post: Post;
  /** Its place in the feed, from 1, and how many there are (-1 when unknown). */
  position?: number;
  setSize?: number;
  /** The post stands alone: its comments are open and take the room they need. */
  alone?: boolean;
  onOpenMedia: (post: Post) => void;
  onDeleted: (post: Post) => void;
};

/** The first picture is loaded before all else; later ones when they come near. */
const EAGER_POSTS = 1;

/** A post with everything one can do with it. Drawn again only when it changes. */
export const PostCard = memo(function PostCard({
  post,
  position,
  setSize,
  alone = false,
  onOpenMedia,
  onDeleted,
}: Props) {
  const nameId = useId();
  const commentsId = useId();
  const [areCommentsOpen, setCommentsOpen] = useState(alone);
  return (
    <article
      ref={alone ? undefined : restOutOfSight}
      data-post={post._id}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={setSize}
      tabIndex={-1}
      // The keyboard brings a post below the bars, not under them. Contained from the start, because becoming so when it may
      // rest counts as a shift of the layout in Chrome, though nothing moves.
      className="card-bleed contain-content scroll-mt-16 md:scroll-mt-6"
    >
      <PostHeader post={post} nameId={nameId} onDeleted={() => onDeleted(post)} />
      {post.caption !== "" && (
        <div className="px-4 pt-3 md:px-5">
          <Caption text={post.caption} />
        </div>
      )}
      <div className="pt-3 md:px-5">
        <PostMedia post={post} eager={(position ?? 1) <= EAGER_POSTS} onOpen={() => onOpenMedia(post)} />
      </div>
      <PostActions
        post={post}
        areCommentsOpen={areCommentsOpen}
        commentsId={commentsId}
        onToggleComments={() => setCommentsOpen(!areCommentsOpen)}
      />
      {areCommentsOpen && (
        <CommentsPanel
          fallback={<div id={commentsId} className="min-h-24" />}
          post={post}
          id={commentsId}
          isTall={alone}
        />
      )}
    </article>
  );
});
