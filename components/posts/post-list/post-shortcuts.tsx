"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import type { PostCardHandle } from "@/components/posts/post-card/post-card";
import { focusedCard, scrollsItself, stepThroughPosts } from "@/components/posts/post-list/post-focus";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";

/** Replies to the comment that has the focus, or something in it, if the viewer may. */
function replyToFocused(): void {
  const comment = document.activeElement?.closest("li");
  const button = comment?.querySelector<HTMLElement>("[aria-keyshortcuts=r]");
  // For a deleted comment it would be the first reply's.
  if (button?.closest("li") === comment) button?.click();
}

/** The next page loads when fewer posts than this follow the focused one. */
const PREFETCH_DISTANCE = 3;

type Props = {
  cards: () => PostCardHandle[];
  /**
   * The list of several posts. Without one, the shortcuts apply to the only post wherever the focus
   * is.
   */
  list?: RefObject<HTMLElement | null>;
  /** Called when the focus comes near the end. */
  onNearEnd?: () => void;
};

/**
 * Keyboard shortcuts of posts (components/shell/shortcuts-dialog.tsx lists them). Page Down and
 * Page Up move between the posts of a list, as the ARIA feed pattern asks, and Enter opens one.
 * Renders nothing: it is a component so that its code can load after the posts.
 */
export function PostShortcuts({ cards, list, onNearEnd }: Props): null {
  const current = () => focusedCard(cards()) ?? (list ? undefined : cards()[0]);
  const step = (by: 1 | -1) => {
    const left = stepThroughPosts(cards(), by);
    if (by === 1 && left < PREFETCH_DISTANCE) onNearEnd?.();
  };
  const closeComments = once(() => current()?.closeComments());
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    o: once(() => current()?.open()),
    l: once(() => current()?.like()),
    c: once(() => current()?.comment()),
    b: once(() => current()?.bookmark()),
    s: once(() => current()?.share()),
    r: once(replyToFocused),
    x: closeComments,
    Escape: closeComments,
  });

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || !list?.current?.contains(target)) return;
    if (key === "Enter") {
      const card = focusedCard(cards());
      // On a control in the post, Enter presses that.
      if (card?.element() === target) card.open();
      return;
    }
    if (key !== "PageDown" && key !== "PageUp") return;
    // Only with a visible focus: after a click these keys scroll the page. Elements that scroll
    // themselves need them, too.
    if (!target.matches(":focus-visible") || scrollsItself(target, list.current)) return;
    event.preventDefault();
    step(key === "PageDown" ? 1 : -1);
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
  return null;
}
