"use client";

import { useCallback, useRef } from "react";

/**
 * Remembers what had the focus when a layer opened and gives it back when the layer closes: for
 * layers that are opened by state and so have no trigger of their own. A menu item is gone by then;
 * its menu's button stands in for it.
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
