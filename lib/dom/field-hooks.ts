"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

/**
 * Focuses the first field of a screen when it opens. The `autofocus` attribute works only on a page
 * load, and takes the focus away from a person who is already typing.
 */
export function useAutoFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isBusy = document.activeElement && document.activeElement !== document.body;
    if (!isBusy) field.current?.focus({ preventScroll: true });
  }, [field]);
}

/**
 * Adopts what a person typed, or the browser restored, before hydration. Without it React would
 * overwrite that with its own empty value at the first update.
 */
export function usePreHydrationValue(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  adopt: (typed: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the first render hydration
  useLayoutEffect(() => {
    const typed = field.current?.value;
    if (typed && typed !== value) adopt(typed);
  }, []);
}

/** The value once it has stopped changing for `delay` milliseconds. */
export function useDebouncedValue<Value>(value: Value, delay: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
}

/** A message, and how many came before it: as its `key`, that announces the same text again. */
export type Counted<Message> = Message & { count: number };

/** The state of a message that may occur twice in a row. */
export function useCounted<Message extends object>() {
  const [message, setMessage] = useState<Counted<Message>>();
  const setCounted = useCallback((next: Message | undefined) => {
    setMessage((previous) => next && { ...next, count: (previous?.count ?? 0) + 1 });
  }, []);
  return [message, setCounted] as const;
}
