"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { mayAutoplay, preferences, savesData } from "@/lib/settings/client/preferences";

/**
 * Videos that play while they are seen: at least half on screen, one at a time (the one seen most),
 * never for people who asked for less motion, less data or none of it, and never again once a
 * person paused them.
 */

/** The share of a video that must be on screen (the specification, §4). */
const SEEN = 0.5;

/** How near a video must come, in heights of the screen, before anything of it is loaded. */
const NEAR = "100% 0px";

const watched = new Set<HTMLVideoElement>();
const seen = new Map<HTMLVideoElement, number>();
const pausedByHand = new WeakSet<HTMLVideoElement>();
const startedByHand = new WeakSet<HTMLVideoElement>();
let held = 0;

function mayPlay(video: HTMLVideoElement): boolean {
  if (pausedByHand.has(video)) return false;
  if (startedByHand.has(video)) return true;
  return mayAutoplay() && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function choose(): void {
  let chosen: HTMLVideoElement | undefined;
  let most = 0;
  if (held === 0 && !document.hidden) {
    for (const [video, share] of seen) {
      if (share > most && mayPlay(video)) [chosen, most] = [video, share];
    }
  }
  for (const video of watched) {
    if (video !== chosen) video.pause();
    else if (video.paused) start(video);
  }
}

function start(video: HTMLVideoElement): void {
  video.play().catch(() => {
    // Refused by the browser's own rules, or paused before it began: the play button is there.
  });
}

/** Pauses all of them until the returned function is called: something lies over the page. */
export function suspendAutoplay(): () => void {
  held++;
  choose();
  return () => {
    held--;
    choose();
  };
}

/** Plays or pauses by the person's own hand, which outlasts scrolling. */
export function togglePlayback(video: HTMLVideoElement): void {
  if (video.paused) {
    pausedByHand.delete(video);
    startedByHand.add(video);
    for (const other of watched) if (other !== video) other.pause();
    start(video);
  } else {
    pausedByHand.add(video);
    video.pause();
  }
}

/** Lets a video play while it is seen. `isNear` tells when to begin loading it. */
export function useAutoplay(): { ref: RefObject<HTMLVideoElement | null>; isNear: boolean } {
  const ref = useRef<HTMLVideoElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    const near = new IntersectionObserver(
      (entries) => {
        if (savesData() || !entries.some((entry) => entry.isIntersecting)) return;
        setNear(true);
        near.disconnect();
      },
      { rootMargin: NEAR },
    );
    const visible = new IntersectionObserver(
      ([entry]) => {
        if (entry && entry.intersectionRatio >= SEEN) seen.set(video, entry.intersectionRatio);
        else seen.delete(video);
        choose();
      },
      { threshold: [SEEN, 0.75, 1] },
    );
    watched.add(video);
    near.observe(video);
    visible.observe(video);
    document.addEventListener("visibilitychange", choose);
    const stopFollowing = preferences.subscribe(choose);
    return () => {
      near.disconnect();
      visible.disconnect();
      document.removeEventListener("visibilitychange", choose);
      stopFollowing();
      watched.delete(video);
      seen.delete(video);
      choose();
    };
  }, []);
  return { ref, isNear };
}
