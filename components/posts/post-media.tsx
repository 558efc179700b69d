"use client";

import { lazy, Suspense } from "react";
import { MediaFrame } from "@/components/posts/media-frame";
import { PostPicture } from "@/components/posts/post-picture";
import type { Post } from "@/lib/posts/contract";

const AltBadge = lazy(() =>
  import("@/components/posts/alt-badge").then((module) => ({ default: module.AltBadge })),
);

const PostVideo = lazy(() =>
  import("@/components/posts/post-video").then((module) => ({ default: module.PostVideo })),
);

/** A post's picture or video in the feed; a press opens it large. `eager` for what the first screen shows. */
export function PostMedia({ post, eager, onOpen }: { post: Post; eager: boolean; onOpen: () => void }) {
  return (
    <MediaFrame
      width={post.width}
      height={post.height}
      placeholder={post.placeholder}
      className="md:rounded-media"
    >
      {post.mediaType === "video" ? (
        <Suspense fallback={null}>
          <PostVideo post={post} onOpen={onOpen} />
        </Suspense>
      ) : (
        <PostPicture post={post} eager={eager} onOpen={onOpen} />
      )}
      {post.altText !== "" && (
        <Suspense fallback={null}>
          <AltBadge text={post.altText} />
        </Suspense>
      )}
    </MediaFrame>
  );
}
