"use client";

import { useEffect, useEffectEvent, useId } from "react";

const LAYERS = "openLayers";

/** Phones and tablets, where the back button or gesture is the way out of whatever lies on top. */
export const BACK_BUTTON_QUERY = "(max-width: 767px), (pointer: coarse)";

/**
 * While `open`, the browser's back button calls `onClose` instead of leaving the page. Works by a
 * history entry for each open layer, named by a stack in its state, so that a dialog over a dialog
 * closes alone.
 *
 * Closing by any other way takes the entry back. To close *and* go elsewhere, navigate first: the
 * entry is left alone once another one is on top.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const id = useId();
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!open || !window.matchMedia(BACK_BUTTON_QUERY).matches) return;
    openLayers.add(id);
    // The router keeps its own marks in the state; they must survive for it to recognise the entry
    // as its own.
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
      // Later, because strict mode closes and opens again at once, and a link may be navigating
      // right now.
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
