"use client";

import { lazy, Suspense } from "react";
import { AltBadge } from "@/components/posts/alt-badge";
import { altTextOf } from "@/components/posts/alt-text";
import { MediaFrame } from "@/components/posts/media-frame";
import type { Post } from "@/lib/posts/contract";
import { imageSrcSet, sizedImageUrl } from "@/lib/uploads/media-url";

const PostVideo = lazy(() =>
  import("@/components/posts/post-video").then((module) => ({ default: module.PostVideo })),
);

/** The width of a post's media on screen: the column's inside from 768px, else the whole screen. */
const SIZES = "(min-width: 768px) 552px, 100vw";

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
        <button
          type="button"
          onClick={onOpen}
          className="absolute inset-0 size-full cursor-zoom-in focus-visible:-outline-offset-4"
        >
          <span className="sr-only">View </span>
          <img
            src={sizedImageUrl(post.mediaUrl, 1080)}
            srcSet={imageSrcSet(post.mediaUrl, post.width) || undefined}
            sizes={SIZES}
            alt={altTextOf(post)}
            width={post.width}
            height={post.height}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : "auto"}
            decoding="async"
            className="size-full object-contain"
          />
        </button>
      )}
      {post.altText !== "" && <AltBadge text={post.altText} />}
    </MediaFrame>
  );
}
