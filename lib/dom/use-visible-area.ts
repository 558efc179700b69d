"use client";

import { type RefObject, useEffect } from "react";

/**
 * Gives a fixed element the part of the screen the on-screen keyboard leaves visible, as
 * `--visible-top` and `--visible-height`. The keyboard covers the page without resizing it.
 */
export function useVisibleArea(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      const style = element.current?.style;
      // Zoomed in with two fingers: the element must not shrink under them.
      const isZoomed = viewport.scale > 1.01;
      style?.setProperty("--visible-top", isZoomed ? "0px" : `${viewport.offsetTop}px`);
      style?.setProperty("--visible-height", isZoomed ? "100dvh" : `${viewport.height}px`);
    };
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
    };
  }, [element]);
}
