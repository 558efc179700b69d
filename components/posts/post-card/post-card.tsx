"use client";

import { memo, useId, useState } from "react";
import { Caption } from "@/components/posts/post-card/caption";
import { PostActions } from "@/components/posts/post-card/post-actions";
import { PostHeader } from "@/components/posts/post-card/post-header";
import { PostMedia } from "@/components/posts/post-card/post-media";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const CommentsPanel = lazyComponent(() =>
  import("@/components/posts/comments/comments-panel").then((module) => module.CommentsPanel),
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
      data-post={post._id}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={setSize}
      tabIndex={-1}
      // The keyboard brings a post below the bars, not under them.
      className="card-bleed contain-content scroll-mt-16 md:scroll-mt-6"
      // What the first press on Comment needs: once somebody turns to the post, or touches it.
      onPointerEnter={CommentsPanel.preload}
      onFocus={CommentsPanel.preload}
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
