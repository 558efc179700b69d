"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import {
  commentOnFocusedPost,
  focusSearch,
  focusWhenPresent,
  likeFocusedPost,
  stepThroughPosts,
} from "@/components/posts/post-list/keyboard-actions";
import { useShortcuts } from "@/lib/dom/use-shortcuts";
import { COMPOSE, COMPOSE_ON_PHONE, EXPLORE } from "@/lib/paths";

/** The next page loads when fewer posts than this follow the focused one. */
const PREFETCH_DISTANCE = 3;

/**
 * Keyboard shortcuts in a list of posts: j and k move, l likes, c comments, n writes a post, /
 * searches and ? lists the shortcuts. Page Down and Page Up move between posts, as the ARIA feed
 * pattern asks. `onNearEnd` runs when the focus comes near the end.
 */
export function useKeyboardActions(list: RefObject<HTMLElement | null>, onNearEnd: () => void) {
  const router = useRouter();
  const [isHelpOpen, setIsHelpOpen] = useState(false);

  const step = (by: 1 | -1) => {
    if (list.current && stepThroughPosts(list.current, by) < PREFETCH_DISTANCE && by === 1) onNearEnd();
  };
  const once = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act();
  };
  const inList = (act: (list: HTMLElement) => void) =>
    once(() => {
      if (list.current) act(list.current);
    });
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    l: inList(likeFocusedPost),
    c: inList(commentOnFocusedPost),
    n: once(() => {
      const isPhone = window.matchMedia("(max-width: 767px)").matches;
      router.push(isPhone ? COMPOSE_ON_PHONE : COMPOSE, { scroll: false });
    }),
    "/": once(() => {
      if (focusSearch()) return;
      router.push(EXPLORE);
      focusWhenPresent(document.body, "main input[type=search]");
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
    if (!list.current?.contains(target)) return;
    if (target.closest("textarea, video, .overflow-y-auto")) return;
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
