"use client";

import { type RefObject, useEffect } from "react";

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
