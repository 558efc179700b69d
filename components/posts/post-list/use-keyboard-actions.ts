"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { PostCardHandle } from "@/components/posts/post-card/post-card";
import { focusedCard, scrollsItself, stepThroughPosts } from "@/components/posts/post-list/keyboard-actions";
import { isPhone } from "@/lib/dom/screen-hooks";
import { useShortcuts } from "@/lib/dom/use-shortcuts";
import { COMPOSE, COMPOSE_ON_PHONE, EXPLORE } from "@/lib/paths";
import { focusSearch } from "@/lib/people-search/client/search-focus";

/** The next page loads when fewer posts than this follow the focused one. */
const PREFETCH_DISTANCE = 3;

/**
 * Keyboard shortcuts in a list of posts: j and k move, l likes, c comments, n writes a post, /
 * searches and ? lists the shortcuts. Page Down and Page Up move between posts, as the ARIA feed
 * pattern asks. `onNearEnd` runs when the focus comes near the end.
 */
export function useKeyboardActions(
  list: RefObject<HTMLElement | null>,
  { cards, onNearEnd }: { cards: () => PostCardHandle[]; onNearEnd: () => void },
) {
  const router = useRouter();
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  const step = (by: 1 | -1) => {
    const left = stepThroughPosts(cards(), by);
    if (by === 1 && left < PREFETCH_DISTANCE) onNearEnd();
  };
  const once = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act();
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    l: once(() => focusedCard(cards())?.like()),
    c: once(() => focusedCard(cards())?.comment()),
    n: once(() => {
      router.push(isPhone() ? COMPOSE_ON_PHONE : COMPOSE, { scroll: false });
    }),
    "/": once(() => {
      if (!focusSearch()) router.push(EXPLORE);
    }),
    "?": once(() => setIsHelpOpen(true)),
  });

  const handlePageKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "PageDown" && event.key !== "PageUp") return;
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    // Only with a visible focus: after a click these keys scroll the page. Elements that scroll
    // themselves need them, too.
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    if (!list.current?.contains(target) || scrollsItself(target, list.current)) return;
    event.preventDefault();
    step(event.key === "PageDown" ? 1 : -1);
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handlePageKey(event);
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
  return { isHelpOpen, closeHelp: () => setIsHelpOpen(false) };
}
