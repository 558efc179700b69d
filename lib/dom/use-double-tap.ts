"use client";

import { useEffect, useRef } from "react";

/** How long a tap waits for a second one. */
const DOUBLE_TAP_MS = 250;
/** Further taps within this time after a double tap belong to it. */
const MORE_TAPS_MS = 400;

/**
 * Handlers for an element that a tap and a double tap press. Only a finger's tap waits for a second
 * one; a mouse and the keyboard act at once.
 */
export function useDoubleTap(onTap: (isTouch: boolean) => void, onDoubleTap: () => void) {
  const isTouch = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastDoubleTap = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handleTap = () => {
    const isMore = performance.now() - lastDoubleTap.current < MORE_TAPS_MS;
    if (timer.current === undefined && !isMore) {
      timer.current = setTimeout(() => {
        timer.current = undefined;
        onTap(true);
      }, DOUBLE_TAP_MS);
      return;
    }
    clearTimeout(timer.current);
    timer.current = undefined;
    lastDoubleTap.current = performance.now();
    onDoubleTap();
  };
  return {
    onPointerDown: (event: { pointerType: string }) => {
      isTouch.current = event.pointerType === "touch";
    },
    // A key presses with a `detail` of 0.
    onClick: (event: { detail: number }) => {
      if (isTouch.current && event.detail > 0) handleTap();
      else onTap(false);
    },
  };
}
