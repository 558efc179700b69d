"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

type Options = { enabled: boolean; rootMargin: string; threshold: number };

/**
 * Calls `onReach` when the element with the returned ref comes into view (or near it, by
 * `rootMargin`), once each time it is enabled.
 */
export function useInView<Node extends Element>(
  onReach: () => void,
  { enabled, rootMargin, threshold }: Options,
): RefObject<Node | null> {
  const ref = useRef<Node>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const node = ref.current;
    if (!enabled || !node) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        reach();
      },
      { rootMargin, threshold },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [enabled, rootMargin, threshold]);
  return ref;
}
