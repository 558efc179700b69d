"use client";

import { CloudAlert } from "lucide-react";
import { preloadLightbox } from "@/components/posts/lightbox/use-lightbox";
import { isLongPicture, largestSize, useBrokenImage } from "@/components/posts/post-card/media-frame";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { altTextOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";

/** The displayed width: the column without its padding from 768px, else the whole screen. */
const SIZES = "(min-width: 768px) 552px, 100vw";

type Props = {
  post: Post;
  pictureId: string;
  eager: boolean;
  onOpen: () => void;
  onDoubleTap: () => void;
};

/** A post's picture. If it fails to load, a message with Try Again covers the placeholder. */
export function PostPicture({ post, pictureId, eager, onOpen, onDoubleTap }: Props) {
  const taps = useDoubleTap(onOpen, onDoubleTap);
  const { isBroken, imageProps, retry } = useBrokenImage();
  const isLong = isLongPicture(post);
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
      {...taps}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
      className="absolute inset-0 grid size-full cursor-zoom-in touch-manipulation place-items-center focus-in-media"
    >
      <span className="sr-only">View </span>
      <img
        {...imageProps}
        data-picture={pictureId}
        style={isLong ? undefined : largestSize(post)}
        src={sizedImageUrl(post.mediaUrl, 1080)}
        srcSet={imageSrcSet(post.mediaUrl, post.width) || undefined}
        sizes={SIZES}
        alt={altTextOf(post)}
        width={post.width}
        height={post.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className={cx("size-full min-h-0", isLong ? "object-cover object-top" : "object-contain")}
      />
      {isLong && (
        <span className="absolute top-3 left-3 rounded-full bg-black/60 px-2.5 py-0.5 font-semibold text-white text-xs leading-5">
          Shown in part
        </span>
      )}
    </button>
  );
}
