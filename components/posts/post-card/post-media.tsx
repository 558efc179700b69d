"use client";

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

/** A post's picture or video in the feed; a press opens the lightbox. */
export function PostMedia({ post, eager, onOpen }: { post: Post; eager: boolean; onOpen: () => void }) {
  return (
    <MediaFrame
      width={post.width}
      height={post.height}
      placeholder={post.placeholder}
      className="md:rounded-media"
    >
      {post.mediaType === "video" ? (
        <PostVideo post={post} eager={eager} onOpen={onOpen} />
      ) : (
        <PostPicture post={post} eager={eager} onOpen={onOpen} />
      )}
      {post.altText !== "" && <AltBadge text={post.altText} aboveControls={post.mediaType === "video"} />}
    </MediaFrame>
  );
}
