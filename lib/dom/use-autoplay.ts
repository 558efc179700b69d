"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { mayAutoplay, preferences, savesData } from "@/lib/settings/client/preferences";

/**
 * Autoplay of what moves: videos, and pictures that do. One plays at a time: the most visible one
 * of those with at least half on screen. None plays by itself for people who prefer reduced motion
 * or less data or turned autoplay off, and one that a person paused stays paused.
 */

/** What a video can do, and a picture that moves as well. */
export type Player = { readonly paused: boolean; play: () => Promise<void>; pause: () => void };

/** The share of a video that must be on screen for it to play. */
const VISIBLE_RATIO = 0.5;

/** A video starts to load when it is less than a screen height away. */
const PRELOAD_MARGIN = "100% 0px";

const players = new Set<Player>();
const visibleRatios = new Map<Player, number>();
const pausedByUser = new WeakSet<Player>();
const startedByUser = new WeakSet<Player>();
let suspensions = 0;

/** Whether anything may move without a press. On the server, nothing does. */
export const mayMove = () =>
  typeof window !== "undefined" &&
  mayAutoplay() &&
  !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function mayPlay(player: Player): boolean {
  if (pausedByUser.has(player)) return false;
  return startedByUser.has(player) || mayMove();
}

/** Plays the most visible one and pauses the others. */
function update(): void {
  let mostVisible: Player | undefined;
  let highestRatio = 0;
  if (suspensions === 0 && !document.hidden) {
    for (const [player, ratio] of visibleRatios) {
      if (ratio > highestRatio && mayPlay(player)) [mostVisible, highestRatio] = [player, ratio];
    }
  }
  for (const player of players) {
    if (player !== mostVisible) player.pause();
    else if (player.paused) start(player);
  }
}

function start(player: Player): void {
  player.play().catch(() => {
    // Blocked by the browser's autoplay policy, or paused before it started. The play button stays.
  });
}

/** Pauses all, for a layer over the page, until the returned function is called. */
export function suspendAutoplay(): () => void {
  suspensions++;
  update();
  return () => {
    suspensions--;
    update();
  };
}

/** Plays or pauses on a person's press. The choice outlasts scrolling. */
export function togglePlayback(player: Player): void {
  if (player.paused) {
    pausedByUser.delete(player);
    startedByUser.add(player);
    for (const other of players) if (other !== player) other.pause();
    start(player);
  } else {
    pausedByUser.add(player);
    player.pause();
  }
}

/** Autoplays a video while it is visible. `isNear` becomes true when it should start to load. */
export function useAutoplay(): { ref: RefObject<HTMLVideoElement | null>; isNear: boolean } {
  const ref = useRef<HTMLVideoElement>(null);
  return { ref, isNear: usePlayer(ref, itself) };
}

const itself = (video: HTMLVideoElement): Player => video;

/**
 * Autoplays a picture that moves, as a video: `ref` goes on its element, which shows it moving
 * while
 * `isPlaying`, and else its still picture.
 */
export function useMovingPicture<E extends Element>() {
  const ref = useRef<E>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [playerOf] = useState(() => {
    const player = createPlayer(setPlaying);
    return () => player;
  });
  usePlayer(ref, playerOf);
  return { ref, isPlaying, toggle: () => togglePlayback(playerOf()) };
}

function createPlayer(setPlaying: (isPlaying: boolean) => void): Player {
  let paused = true;
  const set = (value: boolean) => {
    paused = value;
    setPlaying(!value);
  };
  return {
    get paused() {
      return paused;
    },
    play: async () => set(false),
    pause: () => set(true),
  };
}

/** Plays an element's player while it is visible. True when it should start to load. */
function usePlayer<E extends Element>(ref: RefObject<E | null>, playerOf: (element: E) => Player): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const player = playerOf(element);
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
        if (ratio >= VISIBLE_RATIO) visibleRatios.set(player, ratio);
        else visibleRatios.delete(player);
        update();
      },
      { threshold: [VISIBLE_RATIO, 0.75, 1] },
    );
    players.add(player);
    preloadObserver.observe(element);
    visibilityObserver.observe(element);
    // A function of this player's own: the same one for all would be gone with the first of them.
    const handleChange = () => update();
    document.addEventListener("visibilitychange", handleChange);
    const unsubscribe = preferences.subscribe(handleChange);
    return () => {
      preloadObserver.disconnect();
      visibilityObserver.disconnect();
      document.removeEventListener("visibilitychange", handleChange);
      unsubscribe();
      players.delete(player);
      visibleRatios.delete(player);
      update();
    };
  }, [ref, playerOf]);
  return isNear;
}
