"use client";

import { useCallback, useState } from "react";

type Overflow = {
  /** The content is taller than the element. */
  overflows: boolean;
  /** There is more above what is visible, of content that begins at its end (`flex-col-reverse`). */
  hasMoreAbove: boolean;
};

const NONE: Overflow = { overflows: false, hasMoreAbove: false };

/** How a scrolling element overflows. Its content must be in one child, whose size is watched. */
export function useScrollOverflow<Element extends HTMLElement>() {
  const [overflow, setOverflow] = useState(NONE);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const measure = () => {
      const { scrollHeight, clientHeight, scrollTop } = element;
      // Browsers round each of the three, by less than a pixel.
      const overflows = scrollHeight - clientHeight > 1;
      const hasMoreAbove = scrollHeight - clientHeight + scrollTop > 1;
      setOverflow((last) =>
        last.overflows === overflows && last.hasMoreAbove === hasMoreAbove
          ? last
          : { overflows, hasMoreAbove },
      );
    };
    const observer = new ResizeObserver(measure);
    for (const observed of [element, ...element.children]) observer.observe(observed);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  return { ref, ...overflow };
}
