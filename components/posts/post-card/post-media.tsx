"use client";

import { Heart } from "lucide-react";
import { useState } from "react";
import {
  frameRatio,
  MediaFrame,
  type MediaProps,
  pictureIdOf,
} from "@/components/posts/post-card/media-frame";
import { PostPicture } from "@/components/posts/post-card/post-picture";
import { lazyComponent } from "@/components/ui/lazy-component";
import { moves } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";

const AltBadge = lazyComponent(
  () => import("@/components/posts/post-card/alt-badge").then((module) => module.AltBadge),
  // Optional: the text is the picture's alt text, too.
  { optional: true },
);

const PostVideo = lazyComponent(() =>
  import("@/components/posts/post-card/post-video").then((module) => module.PostVideo),
);

const MovingPicture = lazyComponent(() =>
  import("@/components/posts/post-card/moving-picture").then((module) => module.MovingPicture),
);

const MediaCarousel = lazyComponent(() =>
  import("@/components/posts/post-card/media-carousel").then((module) => module.MediaCarousel),
);

type Props = {
  post: Post;
  eager: boolean;
  /** Opens one of its media in the lightbox. */
  onOpen: (index: number) => void;
  /** Likes the post, and leaves a like as it is. */
  onLike: () => void;
};

/**
 * A post's pictures and videos in the feed; a press opens the lightbox, a double tap likes. The
 * frame has the shape of the first.
 */
export function PostMedia({ post, eager, onOpen, onLike }: Props) {
  const [bursts, setBursts] = useState(0);
  const like = () => {
    onLike();
    setBursts(bursts + 1);
  };
  const frame = frameRatio(post);
  const show = (one: Post, index: number) => (
    <OneMedia
      post={one}
      index={index}
      frame={frame}
      // What comes after the first is rendered when it is about to be seen.
      eager={eager || index > 0}
      onOpen={() => onOpen(index)}
      onDoubleTap={like}
    />
  );
  return (
    <MediaFrame
      width={post.width}
      height={post.height}
      placeholder={post.placeholder}
      className="md:rounded-media"
    >
      {post.media ? (
        <MediaCarousel fallback={show(post, 0)} post={post}>
          {show}
        </MediaCarousel>
      ) : (
        show(post, 0)
      )}
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

/** One picture or video of a post. */
function OneMedia({ post, index, ...props }: Omit<MediaProps, "pictureId"> & { index: number }) {
  const isMoving = moves(post);
  const Shown = post.mediaType === "video" ? PostVideo : isMoving ? MovingPicture : PostPicture;
  return (
    <>
      <Shown post={post} pictureId={pictureIdOf(post._id, index)} {...props} />
      {post.altText !== "" && <AltBadge text={post.altText} aboveControls={isMoving} />}
    </>
  );
}
