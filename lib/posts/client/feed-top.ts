import type { MouseEvent } from "react";
import { createSignal } from "@/lib/store/signal";

/**
 * Home, the logo and the current tab, pressed on the feed itself: first to the top, there they load
 * new posts.
 */

const refreshWanted = createSignal();

/** Registers what loads new posts. Returns a function that unregisters it. */
export const onRefreshWanted = refreshWanted.subscribe;

/** Scrolls the feed to its top, or loads new posts when it is there. */
export function returnToTop({ smooth = true }: { smooth?: boolean } = {}): void {
  if (window.scrollY <= 0) {
    refreshWanted.emit();
    return;
  }
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: smooth && !isCalm ? "smooth" : "instant" });
}

/** A press that opens a link here, and not in another tab or window. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !(metaKey || ctrlKey || shiftKey || altKey);
