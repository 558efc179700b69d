"use client";

import { useCallback, useRef } from "react";

/**
 * Returns the focus to where it was before a layer opened. For layers that are opened by state and
 * have no trigger of their own. A menu item no longer exists when the layer closes, so the button
 * of its menu gets the focus.
 */
export function useReturnFocus(): { saveFocus: () => void; restoreFocus: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  const saveFocus = useCallback(() => {
    const active = document.activeElement;
    const menuButton = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
    const element = menuButton ? document.getElementById(menuButton) : active;
    opener.current = element instanceof HTMLElement ? element : null;
  }, []);
  const restoreFocus = useCallback((event: Event) => {
    event.preventDefault();
    opener.current?.focus({ preventScroll: true });
  }, []);
  return { saveFocus, restoreFocus };
}
