"use client";

import { useEffect, useEffectEvent } from "react";
import { preferences } from "@/lib/settings/client/preferences";

/** What a key does. The event is its press; its default is prevented already. */
export type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

/** Where letters are text, or keys belong to something that lies over the page. */
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Single keys that act wherever the focus is: never while somebody types, with a modifier held, or
 * under a dialog or menu. Everyone can turn them off in the settings (WCAG 2.1.4): speech input
 * "types" them by accident.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = shortcuts[keyOf(event)];
    if (!act || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!preferences.getState().shortcuts) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (document.querySelector(LAYERS)) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/**
 * The character of a key: letters in lower case however Caps Lock stands, and by their place on
 * keyboards without Latin letters; Shift makes another key of them. Punctuation needs Shift on some
 * keyboards, so that counts as it is.
 */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length === 1 && key > "~" && code.startsWith("Key"))
    return shiftKey ? "" : code.slice(3).toLowerCase();
  return /^[a-z]$/i.test(key) ? (shiftKey ? "" : key.toLowerCase()) : key;
}
