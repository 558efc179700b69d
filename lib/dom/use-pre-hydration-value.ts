"use client";

import { type RefObject, useLayoutEffect } from "react";

/**
 * Adopts what a person typed, or the browser restored, before hydration. Without it React would
 * overwrite that with its own empty value at the first update.
 */
export function usePreHydrationValue(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  adopt: (typed: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can find a value from before hydration
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed && typed !== value) adopt(typed);
  }, []);
}
