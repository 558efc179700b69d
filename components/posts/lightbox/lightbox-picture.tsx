"use client";

import { Pause, Play, ZoomIn, ZoomOut } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isLongPicture } from "@/components/posts/post-card/media-frame";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import { mayMove } from "@/lib/dom/use-autoplay";
import { useTranslate } from "@/lib/language/translate";
import { altTextOf, moves } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";

const ZOOM_FACTOR = 2.5;

/**
 * A full-screen picture; a double click or the button zooms in and out. A tall screenshot or a
 * panorama begins zoomed, as wide or high as the screen, to be read from its start.
 */
export function LightboxPicture({ post }: { post: Post }) {
  const t = useTranslate();
  const isLong = isLongPicture(post);
  const [isZoomed, setIsZoomed] = useState(isLong);
  const isMoving = moves(post);
  const { isLoaded, imageProps } = useBrokenImage();
  const [isPlaying, setPlaying] = useState(() => isMoving && mayMove());
  const frame = useRef<HTMLDivElement>(null);
  const toggle = () => {
    flushSync(() => setIsZoomed(!isZoomed));
    const element = frame.current;
    if (isLong) element?.scrollTo(0, 0);
    else
      element?.scrollTo(
        (element.scrollWidth - element.clientWidth) / 2,
        (element.scrollHeight - element.clientHeight) / 2,
      );
  };
  const ratio = post.width > 0 && post.height > 0 ? post.width / post.height : 1;
  const fitted = `min(100cqw, 100cqh * ${ratio})`;
  const zoomed = isLong
    ? `min(max(100cqw, 100cqh * ${ratio}), ${post.width}px)`
    : `${fitted} * ${ZOOM_FACTOR}`;
  return (
    <>
      {/* Zooming enlarges the content of a scroll container, so touch, wheel and keys pan natively. */}
      <div
        ref={frame}
        data-zoomed={isZoomed || undefined}
        className={cx(
          "@container-size flex min-h-0 flex-1",
          isZoomed ? "touch-pan-x touch-pan-y overflow-auto" : "overflow-hidden",
        )}
      >
        {/* As large as the frame allows in its own shape, so that it grows from its place evenly. */}
        <img
          {...imageProps}
          src={isMoving ? (isPlaying ? post.mediaUrl : post.thumbnail) : sizedImageUrl(post.mediaUrl, 1080)}
          srcSet={(!isMoving && imageSrcSet(post.mediaUrl, post.width, { whole: true })) || undefined}
          sizes={isLong ? `${post.width}px` : isZoomed ? `${ZOOM_FACTOR * 100}vw` : "100vw"}
          alt={altTextOf(post, t)}
          onDoubleClick={toggle}
          style={{
            width: `calc(${isZoomed ? zoomed : fitted})`,
            aspectRatio: ratio,
            viewTransitionName: "open-picture",
          }}
          className={cx(
            "m-auto max-w-none shrink-0",
            backgroundOf(isLoaded),
            isZoomed ? "cursor-zoom-out" : "cursor-zoom-in",
          )}
        />
      </div>
      <span className="absolute top-3 right-16 flex gap-2">
        {isMoving && (
          <IconButton
            tone="onMedia"
            label={isPlaying ? t("Pause") : t("Play")}
            onClick={() => setPlaying(!isPlaying)}
          >
            {isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
          </IconButton>
        )}
        <IconButton tone="onMedia" label={isZoomed ? t("Zoom out") : t("Zoom in")} onClick={toggle}>
          {isZoomed ? <ZoomOut /> : <ZoomIn />}
        </IconButton>
      </span>
    </>
  );
}
