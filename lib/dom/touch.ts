"use client";

import { type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import { isPhone } from "@/lib/dom/screen-hooks";

/** What a finger does: dragging a sheet down to close it, and long presses. */

/** The way down, in pixels, from which a sheet that is let go closes. */
const CLOSE_FROM = 96;

/**
 * Lets a finger drag `sheet` down by its head to close it: it follows, and returns when it is let
 * go too early or is still open afterwards. Returns the props of the head, which has to have
 * `touch-none`.
 */
export function useSheetDrag(sheet: { current: HTMLElement | null }, onClose: () => void) {
  const startY = useRef<number>(undefined);
  const moveTo = (distance: number, transition = "none") => {
    if (!sheet.current) return;
    sheet.current.style.transition = transition;
    sheet.current.style.transform = distance > 0 ? `translateY(${distance}px)` : "";
  };
  const distanceOf = ({ clientY }: PointerEvent) => clientY - (startY.current ?? clientY);
  const end = (event: PointerEvent) => {
    if (startY.current === undefined) return;
    const isFar = distanceOf(event) >= CLOSE_FROM;
    startY.current = undefined;
    if (isFar && event.type === "pointerup") onClose();
    // One that closes leaves from where it is.
    setTimeout(() => sheet.current?.dataset.state === "open" && moveTo(0, "transform 200ms var(--ease-out)"));
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === "touch" && isPhone()) startY.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current !== undefined) moveTo(distanceOf(event));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** How long a finger rests until it is a long press: a little before the system's own. */
const LONG_PRESS_MS = 400;

/** Where the right mouse button opens the browser's menu: on a link, and on selected text. */
const keepsBrowserMenu = ({ target }: Event) =>
  (target instanceof Element && target.closest("a") !== null) || getSelection()?.isCollapsed === false;

/**
 * A finger that rests on `element` calls `onLongPress`, and so does the right button of a mouse.
 * The system's own menu stays away, and what is below the finger is not pressed; the element's
 * style has to prevent text selection.
 */
export function useLongPress(element: HTMLElement | null, onLongPress: () => void): void {
  const handle = useEffectEvent(onLongPress);
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const start = ({ pointerType }: globalThis.PointerEvent) => {
      stop();
      isPressed = false;
      if (pointerType !== "touch") return;
      timer = setTimeout(() => {
        isPressed = true;
        handle();
      }, LONG_PRESS_MS);
    };
    // A finger that moves scrolls, which cancels its pointer.
    const stop = () => clearTimeout(timer);
    const preventPress = (event: TouchEvent) => isPressed && event.cancelable && event.preventDefault();
    const replaceMenu = (event: MouseEvent) => {
      const isFinger = (event as globalThis.PointerEvent).pointerType === "touch";
      if (!isFinger && keepsBrowserMenu(event)) return;
      event.preventDefault();
      if (!isFinger) handle();
    };
    element.addEventListener("pointerdown", start);
    for (const type of ["pointerup", "pointercancel"] as const) element.addEventListener(type, stop);
    element.addEventListener("touchend", preventPress);
    element.addEventListener("contextmenu", replaceMenu);
    return () => {
      stop();
      element.removeEventListener("pointerdown", start);
      for (const type of ["pointerup", "pointercancel"] as const) element.removeEventListener(type, stop);
      element.removeEventListener("touchend", preventPress);
      element.removeEventListener("contextmenu", replaceMenu);
    };
  }, [element]);
}
