"use client";

import { Heart } from "lucide-react";
import { useState } from "react";
import { MediaFrame } from "@/components/posts/post-card/media-frame";
import { PostPicture } from "@/components/posts/post-card/post-picture";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const AltBadge = lazyComponent(
  () => import("@/components/posts/post-card/alt-badge").then((module) => module.AltBadge),
  // Optional: the text is the picture's alt text, too.
  { optional: true },
);

const PostVideo = lazyComponent(() =>
  import("@/components/posts/post-card/post-video").then((module) => module.PostVideo),
);

type Props = {
  post: Post;
  eager: boolean;
  onOpen: () => void;
  /** Likes the post, and leaves a like as it is. */
  onLike: () => void;
};

/** A post's picture or video in the feed; a press opens the lightbox, a double tap likes. */
export function PostMedia({ post, eager, onOpen, onLike }: Props) {
  const [bursts, setBursts] = useState(0);
  const like = () => {
    onLike();
    setBursts(bursts + 1);
  };
  return (
    <MediaFrame
      width={post.width}
      height={post.height}
      placeholder={post.placeholder}
      className="md:rounded-media"
    >
      {post.mediaType === "video" ? (
        <PostVideo post={post} eager={eager} onOpen={onOpen} onDoubleTap={like} />
      ) : (
        <PostPicture post={post} eager={eager} onOpen={onOpen} onDoubleTap={like} />
      )}
      {post.altText !== "" && <AltBadge text={post.altText} aboveControls={post.mediaType === "video"} />}
      {bursts > 0 && (
        <Heart
          // A new key restarts the animation.
          key={bursts}
          aria-hidden
          data-burst
          className="pointer-events-none absolute inset-0 m-auto size-24 animate-heart-burst fill-white text-white drop-shadow-lg motion-reduce:hidden"
        />
      )}
    </MediaFrame>
  );
}
