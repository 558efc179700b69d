"use client";

import { useEffect, useEffectEvent, useState } from "react";

/**
 * What a finger does: dragging a sheet down to close it and a page down to refresh it, and long
 * presses.
 */

/** Where a finger selects text or seeks. */
const FIELDS = "input:focus, textarea:focus, input[type=range]";
/** A movement below this many pixels is not yet a drag. */
const SLOP = 8;
/** A finger this fast (pixels a millisecond) throws a sheet down, however short its way was. */
const THROW_SPEED = 0.5;
/** The part of its height from which a sheet that is let go closes. */
const CLOSE_FROM = 1 / 3;

/**
 * Whether a box inside `root`, at or around `target`, is dragged or scrolled by a finger itself.
 */
function movesItself(target: EventTarget | null, root: Element, isScrolled: (box: Element) => boolean) {
  if (!(target instanceof Element) || target.closest(FIELDS)) return true;
  for (let box: Element | null = target; box && box !== root; box = box.parentElement) {
    const { overflowY, touchAction } = getComputedStyle(box);
    if (touchAction === "none") return true;
    if ((overflowY === "auto" || overflowY === "scroll") && isScrolled(box)) return true;
  }
  return false;
}

type Swipe = {
  /** The finger has moved far or fast enough. If the element is still open after it, it returns. */
  onSwipe: () => void;
  /** Asked when a finger touches. */
  isEnabled?: (target: Element) => boolean;
  /** The part of the element's height that it has been moved down by. */
  onDrag?: (share: number) => void;
};

/**
 * Lets a finger drag an element down to close it: it follows, and returns when it is let go too
 * early. Nothing inside that can be scrolled up any further is in the way. Returns the ref.
 */
export function useSwipeDown<Node extends HTMLElement>({ onSwipe, isEnabled, onDrag }: Swipe) {
  const [element, setElement] = useState<Node | null>(null);
  const close = useEffectEvent(onSwipe);
  const mayStart = useEffectEvent(
    (target: EventTarget | null) => target instanceof Element && (isEnabled?.(target) ?? true),
  );
  const drag = useEffectEvent((share: number) => onDrag?.(share));

  useEffect(() => {
    if (!element) return;
    let start: { x: number; y: number } | undefined;
    let last = { y: 0, time: 0 };
    let speed = 0;
    let distance = 0;
    let isDragging = false;

    const moveTo = (next: number) => {
      distance = next;
      element.style.transform = next === 0 ? "" : `translateY(${next}px)`;
      drag(next / element.clientHeight);
    };
    const stop = () => {
      start = undefined;
      if (!isDragging) return;
      isDragging = false;
      element.style.transition = "transform 200ms var(--ease-out)";
      moveTo(0);
    };
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      stop();
      if (!touch || event.touches.length > 1 || !mayStart(event.target)) return;
      if (movesItself(event.target, element, (box) => box.scrollTop > 0)) return;
      start = { x: touch.clientX, y: touch.clientY };
      last = { y: touch.clientY, time: event.timeStamp };
    };
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      if (event.touches.length > 1) {
        stop();
        return;
      }
      const deltaY = touch.clientY - start.y;
      const distanceX = Math.abs(touch.clientX - start.x);
      if (!isDragging) {
        if (Math.max(Math.abs(deltaY), distanceX) < SLOP) return;
        if (deltaY < distanceX) {
          start = undefined;
          return;
        }
        isDragging = true;
        element.style.transition = "none";
      }
      if (event.cancelable) event.preventDefault();
      speed = (touch.clientY - last.y) / Math.max(1, event.timeStamp - last.time);
      last = { y: touch.clientY, time: event.timeStamp };
      moveTo(Math.max(0, deltaY));
    };
    const onEnd = () => {
      const isThrown = speed > THROW_SPEED || distance > element.clientHeight * CLOSE_FROM;
      if (!isDragging || !isThrown) {
        stop();
        return;
      }
      start = undefined;
      close();
      // It may ask before it closes, and stays open until it has an answer.
      setTimeout(() => {
        if (element.isConnected && element.dataset.state !== "closed") stop();
      });
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    // Not passive, because the page must not scroll along.
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("touchend", onEnd);
    element.addEventListener("touchcancel", stop);
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
      element.removeEventListener("touchcancel", stop);
    };
  }, [element]);
  return setElement;
}

/** How much slower than the finger the page comes down, and how far at most. */
const RESISTANCE = 0.45;
const PULL_MAX = 96;
/** The pull, in pixels, from which letting go refreshes. */
export const PULL_TO_REFRESH = 64;

/** Layers over the page, which is not pulled through them. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Pulling the page down at its top, by a finger, calls `onRefresh`. Returns by how many pixels it
 * is pulled.
 */
export function usePullToRefresh(onRefresh: () => void): number {
  const [pull, setPull] = useState(0);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    const root = document.documentElement;
    let start: { x: number; y: number } | undefined;
    let pulled = 0;
    const moveTo = (next: number) => {
      pulled = next;
      setPull(next);
    };
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches;
      const isFree =
        event.touches.length === 1 &&
        window.scrollY <= 0 &&
        (window.visualViewport?.scale ?? 1) < 1.01 &&
        !document.querySelector(LAYERS) &&
        !movesItself(event.target, document.body, (box) => box.scrollHeight > box.clientHeight);
      start = touch && isFree ? { x: touch.clientX, y: touch.clientY } : undefined;
    };
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!start || !touch) return;
      const deltaY = touch.clientY - start.y;
      const isPull = deltaY > Math.abs(touch.clientX - start.x) && window.scrollY <= 0;
      if (pulled === 0 && Math.abs(deltaY) < SLOP) return;
      if (pulled === 0 && (!isPull || event.touches.length > 1)) start = undefined;
      else moveTo(Math.min(PULL_MAX, Math.max(0, (deltaY - SLOP) * RESISTANCE)));
    };
    const onEnd = () => {
      start = undefined;
      if (pulled >= PULL_TO_REFRESH) refresh();
      if (pulled > 0) moveTo(0);
    };
    // The browser's own gesture would reload the page.
    root.style.overscrollBehaviorY = "contain";
    window.addEventListener("touchstart", onStart, { passive: true });
    window.addEventListener("touchmove", onMove, { passive: true });
    window.addEventListener("touchend", onEnd);
    window.addEventListener("touchcancel", onEnd);
    return () => {
      root.style.overscrollBehaviorY = "";
      window.removeEventListener("touchstart", onStart);
      window.removeEventListener("touchmove", onMove);
      window.removeEventListener("touchend", onEnd);
      window.removeEventListener("touchcancel", onEnd);
    };
  }, []);
  return pull;
}

/** How long a finger rests until it is a long press, as in the systems themselves. */
const LONG_PRESS_MS = 500;

/**
 * A finger that rests on `element` calls `onLongPress`. The system's own menu stays away, and what
 * is below the finger is not pressed; the element's style has to prevent text selection.
 */
export function useLongPress(element: HTMLElement | null, onLongPress: () => void): void {
  const handle = useEffectEvent(onLongPress);
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let isTouched = false;
    let isPressed = false;
    const stop = () => clearTimeout(timer);
    const onStart = ({ touches }: TouchEvent) => {
      stop();
      isTouched = true;
      isPressed = false;
      const [touch] = touches;
      if (!touch || touches.length > 1) return;
      start = { x: touch.clientX, y: touch.clientY };
      timer = setTimeout(() => {
        isPressed = true;
        handle();
      }, LONG_PRESS_MS);
    };
    const onMove = ({ touches: [touch] }: TouchEvent) => {
      if (touch && Math.hypot(touch.clientX - start.x, touch.clientY - start.y) > SLOP) stop();
    };
    const onEnd = (event: TouchEvent) => {
      stop();
      if (isPressed && event.cancelable) event.preventDefault();
      isTouched = isPressed = false;
    };
    // With a mouse, the menu of the browser stays.
    const onContextMenu = (event: MouseEvent) => isTouched && event.preventDefault();
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: true });
    element.addEventListener("touchend", onEnd);
    element.addEventListener("touchcancel", onEnd);
    element.addEventListener("contextmenu", onContextMenu);
    return () => {
      stop();
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
      element.removeEventListener("touchcancel", onEnd);
      element.removeEventListener("contextmenu", onContextMenu);
    };
  }, [element]);
}
