"use client";

import { Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { coversFrame, type MediaProps } from "@/components/posts/post-card/media-frame";
import { PlaybackFrame } from "@/components/posts/post-card/playback-frame";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { togglePlayback, useAutoplay } from "@/lib/dom/use-autoplay";
import { useTranslate } from "@/lib/language/translate";
import { altTextOf } from "@/lib/posts/policy";

/** A video in the feed: plays muted and looped while visible, and loads only when it is near. */
export function PostVideo({ post, pictureId, frame, eager, onOpen, onDoubleTap }: MediaProps) {
  const t = useTranslate();
  const { ref, isNear } = useAutoplay();
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  return (
    <PlaybackFrame
      isPlaying={playing}
      onToggle={() => ref.current && togglePlayback(ref.current)}
      onOpen={onOpen}
      openLabel={t("View video")}
      onDoubleTap={onDoubleTap}
      buttons={
        <IconButton tone="onMedia" label={muted ? t("Unmute") : t("Mute")} onClick={() => setMuted(!muted)}>
          {muted ? <VolumeX /> : <Volume2 />}
        </IconButton>
      }
    >
      {(taps) => (
        <video
          ref={ref}
          data-picture={pictureId}
          src={post.mediaUrl}
          // Browsers fetch posters at any distance, so a video far away shows only the placeholder.
          poster={(isNear || eager) && post.thumbnail ? post.thumbnail : undefined}
          aria-label={altTextOf(post, t)}
          width={post.width}
          height={post.height}
          muted={muted}
          loop
          playsInline
          preload={isNear ? "metadata" : "none"}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          {...taps}
          className={cx(
            "absolute inset-0 size-full cursor-pointer touch-manipulation",
            coversFrame(post, frame) ? "object-cover" : "object-contain",
          )}
        />
      )}
    </PlaybackFrame>
  );
}
