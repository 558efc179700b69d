"use client";

import { useEffect, useEffectEvent } from "react";
import { preferences } from "@/lib/settings/client/preferences";

/** The action of each key. The default of its event is already prevented. */
export type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

/** Where keys type text, or belong to a layer over the page. */
const FIELDS = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * Single-key shortcuts that work wherever the focus is, except in text fields, with a modifier key,
 * or under a dialog or menu. They can be turned off in the settings (WCAG 2.1.4), because speech
 * input may trigger them by accident.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const runShortcut = useEffectEvent((event: KeyboardEvent) => {
    const action = shortcuts[keyOf(event)];
    if (!action || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!preferences.getState().shortcuts) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (document.querySelector(LAYERS)) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runShortcut(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/**
 * The character of a key. Letters are lower-cased, because Caps Lock may be on; on keyboards
 * without Latin letters their position counts; with Shift they are no shortcut. Punctuation is used
 * as it is, because some keyboards need Shift for it.
 */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length === 1 && key > "~" && code.startsWith("Key"))
    return shiftKey ? "" : code.slice(3).toLowerCase();
  return /^[a-z]$/i.test(key) ? (shiftKey ? "" : key.toLowerCase()) : key;
}
