"use client";

import { type RefObject, useEffect } from "react";

/**
 * Puts the focus into the first field of a screen that one action led to. (The `autofocus`
 * attribute works only on a fresh page and steals the focus from whoever is already typing.)
 */
export function useAutoFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isBusy = document.activeElement && document.activeElement !== document.body;
    if (!isBusy) field.current?.focus({ preventScroll: true });
  }, [field]);
}
