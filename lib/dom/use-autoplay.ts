"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { mayAutoplay, preferences, savesData } from "@/lib/settings/client/preferences";

/**
 * Autoplay of videos. One video plays at a time: the most visible one of those with at least half
 * on screen. None plays by itself for people who prefer reduced motion or less data or turned
 * autoplay off, and a video that a person paused stays paused.
 */

/** The share of a video that must be on screen for it to play. */
const VISIBLE_RATIO = 0.5;

/** A video starts to load when it is less than a screen height away. */
const PRELOAD_MARGIN = "100% 0px";

const videos = new Set<HTMLVideoElement>();
const visibleRatios = new Map<HTMLVideoElement, number>();
const pausedByUser = new WeakSet<HTMLVideoElement>();
const startedByUser = new WeakSet<HTMLVideoElement>();
let suspensions = 0;

function mayPlay(video: HTMLVideoElement): boolean {
  if (pausedByUser.has(video)) return false;
  if (startedByUser.has(video)) return true;
  return mayAutoplay() && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Plays the most visible video and pauses the others. */
function update(): void {
  let mostVisible: HTMLVideoElement | undefined;
  let highestRatio = 0;
  if (suspensions === 0 && !document.hidden) {
    for (const [video, ratio] of visibleRatios) {
      if (ratio > highestRatio && mayPlay(video)) [mostVisible, highestRatio] = [video, ratio];
    }
  }
  for (const video of videos) {
    if (video !== mostVisible) video.pause();
    else if (video.paused) start(video);
  }
}

function start(video: HTMLVideoElement): void {
  video.play().catch(() => {
    // Blocked by the browser's autoplay policy, or paused before it started. The play button stays.
  });
}

/** Pauses all videos, for a layer over the page, until the returned function is called. */
export function suspendAutoplay(): () => void {
  suspensions++;
  update();
  return () => {
    suspensions--;
    update();
  };
}

/** Plays or pauses on a person's press. The choice outlasts scrolling. */
export function togglePlayback(video: HTMLVideoElement): void {
  if (video.paused) {
    pausedByUser.delete(video);
    startedByUser.add(video);
    for (const other of videos) if (other !== video) other.pause();
    start(video);
  } else {
    pausedByUser.add(video);
    video.pause();
  }
}

/** Autoplays a video while it is visible. `isNear` becomes true when it should start to load. */
export function useAutoplay(): { ref: RefObject<HTMLVideoElement | null>; isNear: boolean } {
  const ref = useRef<HTMLVideoElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    const preloadObserver = new IntersectionObserver(
      (entries) => {
        if (savesData() || !entries.some((entry) => entry.isIntersecting)) return;
        setNear(true);
        preloadObserver.disconnect();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    const visibilityObserver = new IntersectionObserver(
      ([entry]) => {
        const ratio = entry?.intersectionRatio ?? 0;
        if (ratio >= VISIBLE_RATIO) visibleRatios.set(video, ratio);
        else visibleRatios.delete(video);
        update();
      },
      { threshold: [VISIBLE_RATIO, 0.75, 1] },
    );
    videos.add(video);
    preloadObserver.observe(video);
    visibilityObserver.observe(video);
    // A function of this video's own: the same one for all would be gone with the first of them.
    const handleChange = () => update();
    document.addEventListener("visibilitychange", handleChange);
    const unsubscribe = preferences.subscribe(handleChange);
    return () => {
      preloadObserver.disconnect();
      visibilityObserver.disconnect();
      document.removeEventListener("visibilitychange", handleChange);
      unsubscribe();
      videos.delete(video);
      visibleRatios.delete(video);
      update();
    };
  }, []);
  return { ref, isNear };
}
