"use client";

import { Maximize2, Pause, Play, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { togglePlayback, useAutoplay } from "@/lib/dom/use-autoplay";
import { altTextOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";

/** A video in the feed: plays muted and looped while visible, and loads only when it is near. */
export function PostVideo({ post, eager, onOpen }: { post: Post; eager: boolean; onOpen: () => void }) {
  const { ref, isNear } = useAutoplay();
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  const toggle = () => {
    if (ref.current) togglePlayback(ref.current);
  };
  return (
    <>
      <video
        ref={ref}
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
        onClick={toggle}
        className="absolute inset-0 size-full cursor-pointer object-contain"
      />
      {!playing && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-black/60 text-white"
        >
          <Play className="size-7 translate-x-0.5 fill-current" />
        </span>
      )}
      <div className="absolute inset-x-2 bottom-2 flex justify-end gap-2">
        <IconButton tone="onMedia" label={playing ? "Pause" : "Play"} className="mr-auto" onClick={toggle}>
          {playing ? <Pause /> : <Play />}
        </IconButton>
        <IconButton tone="onMedia" label={muted ? "Unmute" : "Mute"} onClick={() => setMuted(!muted)}>
          {muted ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <IconButton tone="onMedia" label="View video" onClick={onOpen}>
          <Maximize2 />
        </IconButton>
      </div>
    </>
  );
}
