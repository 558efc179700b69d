"use client";

import { type MediaProps, pictureSize } from "@/components/posts/post-card/media-frame";
import { PlaybackFrame } from "@/components/posts/post-card/playback-frame";
import { BrokenPicture } from "@/components/posts/post-card/post-picture";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import { useMovingPicture } from "@/lib/dom/use-autoplay";
import { useTranslate } from "@/lib/language/translate";
import { altTextOf } from "@/lib/posts/policy";

/** A GIF, or another picture that moves, in the feed: as a video, and else its first frame. */
export function MovingPicture({ post, pictureId, frame, eager, onOpen, onDoubleTap }: MediaProps) {
  const t = useTranslate();
  const { ref, isPlaying, toggle } = useMovingPicture<HTMLDivElement>();
  const { isBroken, isLoaded, imageProps, retry } = useBrokenImage();
  return (
    <div ref={ref} className="absolute inset-0">
      {isBroken ? (
        <BrokenPicture onRetry={retry} />
      ) : (
        <PlaybackFrame
          isPlaying={isPlaying}
          onToggle={toggle}
          onOpen={onOpen}
          openLabel={t("View photo")}
          onDoubleTap={onDoubleTap}
        >
          {(taps) => (
            <span
              {...taps}
              className="@container-size absolute inset-0 grid cursor-pointer touch-manipulation place-items-center"
            >
              <img
                {...imageProps}
                data-picture={pictureId}
                style={pictureSize(post, frame)}
                src={isPlaying ? post.mediaUrl : post.thumbnail}
                alt={altTextOf(post, t)}
                width={post.width}
                height={post.height}
                loading={eager ? "eager" : "lazy"}
                decoding="async"
                className={backgroundOf(isLoaded)}
              />
            </span>
          )}
        </PlaybackFrame>
      )}
    </div>
  );
}
