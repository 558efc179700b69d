"use client";

import { Maximize2, Pause, Play, Volume2, VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { togglePlayback, useAutoplay } from "@/lib/dom/use-autoplay";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { altTextOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";

/** How long the controls of a playing video stay after the last movement over it. */
const CONTROLS_MS = 2_000;

type Props = {
  post: Post;
  pictureId: string;
  eager: boolean;
  onOpen: () => void;
  onDoubleTap: () => void;
};

/** A video in the feed: plays muted and looped while visible, and loads only when it is near. */
export function PostVideo({ post, pictureId, eager, onOpen, onDoubleTap }: Props) {
  const { ref, isNear } = useAutoplay();
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  const controls = useFadingControls(playing);
  const toggle = () => {
    if (ref.current) togglePlayback(ref.current);
  };
  // A finger has no hover, so its first tap brings the controls back.
  const taps = useDoubleTap((isTouch) => {
    if (isTouch && controls.areHidden) controls.show();
    else toggle();
  }, onDoubleTap);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: movement over it only shows its controls
    <div
      className="absolute inset-0"
      onPointerMove={(event) => event.pointerType !== "touch" && controls.show()}
      onFocus={controls.show}
    >
      <video
        ref={ref}
        data-picture={pictureId}
        src={post.mediaUrl}
        // Browsers fetch posters at any distance, so a video far away shows only the placeholder.
        poster={(isNear || eager) && post.thumbnail ? post.thumbnail : undefined}
        aria-label={altTextOf(post)}
        width={post.width}
        height={post.height}
        muted={muted}
        loop
        playsInline
        preload={isNear ? "metadata" : "none"}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        {...taps}
        className="absolute inset-0 size-full cursor-pointer touch-manipulation object-contain"
      />
      {!playing && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-black/60 text-white"
        >
          <Play className="size-7 translate-x-0.5 fill-current" />
        </span>
      )}
      <div
        className={cx(
          "absolute inset-x-2 bottom-2 flex justify-end gap-2 transition-opacity has-focus-visible:pointer-events-auto has-focus-visible:opacity-100",
          controls.areHidden && "pointer-events-none opacity-0",
        )}
      >
        <IconButton tone="onMedia" label={playing ? "Pause" : "Play"} className="mr-auto" onClick={toggle}>
          {playing ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </IconButton>
        <IconButton tone="onMedia" label={muted ? "Unmute" : "Mute"} onClick={() => setMuted(!muted)}>
          {muted ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <IconButton tone="onMedia" label="View video" onClick={onOpen}>
          <Maximize2 />
        </IconButton>
      </div>
    </div>
  );
}

/** Hides controls a while after the last movement, as long as the video plays. */
function useFadingControls(isPlaying: boolean) {
  const [isIdle, setIsIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsIdle(true), CONTROLS_MS);
  };
  useEffect(() => {
    if (isPlaying) timer.current = setTimeout(() => setIsIdle(true), CONTROLS_MS);
    return () => {
      clearTimeout(timer.current);
      setIsIdle(false);
    };
  }, [isPlaying]);
  return {
    areHidden: isPlaying && isIdle,
    show: () => {
      setIsIdle(false);
      if (isPlaying) start();
    },
  };
}
