"use client";

import { useCallback, useEffect, useEffectEvent, useId, useRef } from "react";

const LAYERS = "openLayers";

/** Phones and tablets, where people close a layer with the back button or gesture. */
export const BACK_BUTTON_QUERY = "(max-width: 767px), (pointer: coarse)";

/**
 * While `open`, the browser's back button calls `onClose` instead of leaving the page. Each open
 * layer pushes a history entry whose state lists all open layers, so that the back button closes
 * only the topmost of several dialogs.
 *
 * Closing in any other way removes the entry. To close and navigate, navigate first: an entry that
 * is no longer on top stays.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open || !window.matchMedia(BACK_BUTTON_QUERY).matches) return;
    openLayers.add(id);
    // The router stores data of its own in the state, and must find it there to handle the entry.
    if (!layersOf(history.state).includes(id)) {
      history.pushState({ ...history.state, [LAYERS]: [...layersOf(history.state), id] }, "");
    }
    const onPop = (event: PopStateEvent) => {
      if (!layersOf(event.state).includes(id)) close();
    };
    window.addEventListener("popstate", onPop);
    return () => {
      window.removeEventListener("popstate", onPop);
      openLayers.delete(id);
      // Deferred, because strict mode unmounts and remounts at once, and a link may be navigating.
      setTimeout(() => {
        if (!openLayers.has(id) && layersOf(history.state).at(-1) === id) history.back();
      });
    };
  }, [open, id]);
}

const openLayers = new Set<string>();

function layersOf(state: unknown): string[] {
  const layers = (state as Record<string, unknown> | null)?.[LAYERS];
  return Array.isArray(layers) ? layers.filter((layer) => typeof layer === "string") : [];
}

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
