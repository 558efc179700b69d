"use client";

import { useRef, useState } from "react";

/**
 * Slides side by side, each as wide as the box that has the returned `box` props: it scrolls and
 * snaps (`snap-x snap-mandatory overflow-x-auto`), so that a finger swipes through them. Returns
 * the one in sight, the last one that ever was, and `go`, which scrolls to another one, at once for
 * people who prefer reduced motion.
 */
export function useSlides() {
  const ref = useRef<HTMLDivElement>(null);
  const [{ index, furthest }, setPlace] = useState({ index: 0, furthest: 0 });
  const show = (to: number) => setPlace((place) => ({ index: to, furthest: Math.max(place.furthest, to) }));
  /** Where `go` scrolls to, until it is there. */
  const target = useRef<number>(undefined);
  const stopHeading = () => {
    target.current = undefined;
  };
  /** The slide in sight; undefined while the box is hidden. */
  const inSight = () => {
    const { clientWidth = 0, scrollLeft = 0 } = ref.current ?? {};
    return clientWidth === 0 ? undefined : Math.round(scrollLeft / clientWidth);
  };
  const follow = () => {
    const at = inSight();
    // Slides on the way are not shown: the next press counts from where this one goes.
    if (at === undefined || at !== (target.current ?? at)) return;
    stopHeading();
    show(at);
  };
  const scrollTo = (to: number) => {
    const isReduced = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const left = to * (ref.current?.clientWidth ?? 0);
    ref.current?.scrollTo({ left, behavior: isReduced ? "instant" : "smooth" });
  };
  const go = (to: number) => {
    target.current = to;
    show(to);
    scrollTo(to);
  };
  const box = {
    ref,
    onScrollEnd: () => {
      // A slide that was still snapping into place may stop the scrolling to the next one.
      if (target.current !== undefined && inSight() !== target.current) scrollTo(target.current);
      else follow();
    },
    // A finger or a wheel may lead elsewhere.
    onPointerDown: stopHeading,
    onWheel: stopHeading,
    // For browsers that do not say when scrolling ends.
    onScroll: () => "onscrollend" in window || follow(),
  };
  return { index, furthest, go, box };
}
