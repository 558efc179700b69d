"use client";

import { useCallback, useState } from "react";

type Overflow = {
  /** The content is taller than the element. */
  overflows: boolean;
  /** There is more to scroll below what is visible. */
  hasMoreBelow: boolean;
};

const NONE: Overflow = { overflows: false, hasMoreBelow: false };

/** How a scrolling element overflows. Its content must be in one child, whose size is watched. */
export function useScrollOverflow<Element extends HTMLElement>() {
  const [overflow, setOverflow] = useState(NONE);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const measure = () => {
      const { scrollHeight, clientHeight, scrollTop } = element;
      // Browsers round each of the three, by less than a pixel.
      const overflows = scrollHeight - clientHeight > 1;
      const hasMoreBelow = scrollHeight - clientHeight - scrollTop > 1;
      setOverflow((last) =>
        last.overflows === overflows && last.hasMoreBelow === hasMoreBelow
          ? last
          : { overflows, hasMoreBelow },
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
