"use client";

import { CloudAlert } from "lucide-react";
import { useBrokenImage } from "@/components/posts/post-card/media-frame";
import { Button } from "@/components/ui/button";
import { altTextOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";

/** The displayed width: the column without its padding from 768px, else the whole screen. */
const SIZES = "(min-width: 768px) 552px, 100vw";

/** A post's picture. If it fails to load, a message with Try Again covers the placeholder. */
export function PostPicture({ post, eager, onOpen }: { post: Post; eager: boolean; onOpen: () => void }) {
  const { isBroken, imageProps, retry } = useBrokenImage();
  if (isBroken) {
    return (
      <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-black/60 p-4 text-center text-white">
        <CloudAlert aria-hidden className="size-7" />
        <p className="font-medium text-label">This photo can't be shown right now.</p>
        <Button variant="secondary" size="sm" onClick={retry}>
          Try Again
        </Button>
      </div>
    );
  }
  return (
    <button
      type="button"
      onClick={onOpen}
      className="absolute inset-0 grid size-full cursor-zoom-in place-items-center focus-in-media"
    >
      <span className="sr-only">View </span>
      <img
        {...imageProps}
        src={sizedImageUrl(post.mediaUrl, 1080)}
        srcSet={imageSrcSet(post.mediaUrl, post.width) || undefined}
        sizes={SIZES}
        alt={altTextOf(post)}
        width={post.width}
        height={post.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        // Larger than this, a small picture is nothing but pixels.
        style={post.width > 0 ? { maxWidth: 2 * post.width, maxHeight: 2 * post.height } : undefined}
        className="size-full min-h-0 object-contain"
      />
    </button>
  );
}
