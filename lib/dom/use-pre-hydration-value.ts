"use client";

import { type RefObject, useLayoutEffect } from "react";

/**
 * Takes over what a person typed, or the browser brought back, while the page was not alive yet:
 * React would put its own, empty, value back at its first change.
 */
export function usePreHydrationValue(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  adopt: (typed: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first look finds what was typed before
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed && typed !== value) adopt(typed);
  }, []);
}
