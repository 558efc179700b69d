"use client";

import { CloudAlert } from "lucide-react";
import { preloadLightbox } from "@/components/posts/lightbox/use-lightbox";
import { isLongPicture, type MediaProps, pictureSize } from "@/components/posts/post-card/media-frame";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { useTranslate } from "@/lib/language/translate";
import { altTextOf } from "@/lib/posts/policy";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";

/** The displayed width: the column without its padding from 768px, else the whole screen. */
const SIZES = "(min-width: 768px) 552px, 100vw";

/** A post's picture. If it fails to load, a message with Try Again covers the placeholder. */
export function PostPicture({ post, pictureId, frame, eager, onOpen, onDoubleTap }: MediaProps) {
  const t = useTranslate();
  const taps = useDoubleTap(onOpen, onDoubleTap);
  const { isBroken, isLoaded, imageProps, retry } = useBrokenImage();
  const isLong = isLongPicture(post);
  if (isBroken) return <BrokenPicture onRetry={retry} />;
  return (
    <button
      type="button"
      {...taps}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
      className="@container-size absolute inset-0 grid size-full cursor-zoom-in touch-manipulation place-items-center focus-in-media"
    >
      <span className="sr-only">{t("View")} </span>
      <img
        {...imageProps}
        data-picture={pictureId}
        style={isLong ? undefined : pictureSize(post, frame)}
        src={sizedImageUrl(post.mediaUrl, 1080)}
        srcSet={imageSrcSet(post.mediaUrl, post.width) || undefined}
        sizes={SIZES}
        alt={altTextOf(post, t)}
        width={post.width}
        height={post.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
        className={cx(backgroundOf(isLoaded), isLong && "size-full min-h-0 object-cover object-top")}
      />
      {isLong && (
        <span className="absolute top-3 left-3 rounded-full bg-black/60 px-2.5 py-0.5 font-semibold text-white text-xs leading-5">
          {t("Shown in part")}
        </span>
      )}
    </button>
  );
}

/** Covers the placeholder of a picture that can't be loaded. */
export function BrokenPicture({ onRetry }: { onRetry: () => void }) {
  const t = useTranslate();
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-black/60 p-4 text-center text-white">
      <CloudAlert aria-hidden className="size-7" />
      <p className="font-medium text-label">{t("This photo can't be shown right now.")}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {t("Try Again")}
      </Button>
    </div>
  );
}
