"use client";

import { useEffect, useEffectEvent } from "react";
import { isComposing } from "@/lib/dom/composition";
import { preferences } from "@/lib/settings/client/preferences";

type Action = (event: KeyboardEvent) => void;

/**
 * The action of each key, or of two keys pressed one after the other: `g h`. The default of the
 * event is already prevented.
 */
export type Shortcuts = Partial<Record<string, Action>>;

/** Where keys type text, or belong to a layer over the page. */
const FIELDS =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]:not([hidden])";
/** Layers in which a letter selects an item. */
const LISTS = "[role=menu], [role=listbox]";

/** Begins the shortcuts of two keys: "go to". */
const FIRST_KEY = "g";
/** How long the second key may take. */
const SECOND_KEY_MS = 1_500;
/** Closes the topmost layer, like Escape. */
const CLOSE_KEY = "x";

/** Whether a key press goes into a text field. */
export const isTyping = (event: KeyboardEvent): boolean =>
  isComposing(event) || (event.target instanceof Element && event.target.closest(FIELDS) !== null);

/** For actions that a held key must not repeat. */
export const once = (act: () => void) => (event: KeyboardEvent) => {
  if (!event.repeat) act();
};

/** How long `holdTyping` waits for the field: code on a slow network. */
const HOLD_MS = 5_000;

const finders = new Set<(keys: string) => Action | undefined>();
let firstKeyAt = Number.NEGATIVE_INFINITY;
let heldUntil = Number.NEGATIVE_INFINITY;
let held = "";

/**
 * For a press that opens a field: what is typed before the field appears goes into it, and is not
 * taken for shortcuts, for at most five seconds.
 */
export function holdTyping(): void {
  heldUntil = performance.now() + HOLD_MS;
  held = "";
}

/** The field has the focus now. Returns what was typed since `holdTyping`. */
export function releaseTyping(): string {
  const typed = held;
  heldUntil = Number.NEGATIVE_INFINITY;
  held = "";
  return typed;
}

/**
 * Single-key shortcuts that work wherever the focus is, except in text fields, with a modifier key,
 * or under a dialog or menu. They can be turned off in the settings (WCAG 2.1.4), because speech
 * input may trigger them by accident.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const find = useEffectEvent((keys: string) => shortcuts[keys]);
  useEffect(() => {
    const finder = (keys: string) => find(keys);
    finders.add(finder);
    // One listener for all: adding the same function again changes nothing.
    window.addEventListener("keydown", runShortcut);
    return () => {
      finders.delete(finder);
      if (finders.size === 0) window.removeEventListener("keydown", runShortcut);
    };
  }, []);
}

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || isTyping(event)) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 && performance.now() < heldUntil) {
    // The space key would press the button that still has the focus.
    event.preventDefault();
    held += event.key;
    return;
  }
  if (!preferences.getState().shortcuts) return;
  const key = keyOf(event);
  if (document.querySelector(LAYERS)) {
    if (key === CLOSE_KEY) closeLayer(event);
    return;
  }
  const isSecondKey = event.timeStamp - firstKeyAt < SECOND_KEY_MS;
  firstKeyAt = key === FIRST_KEY && !isSecondKey ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const keys = isSecondKey ? `${FIRST_KEY} ${key}` : key;
  for (const find of finders) {
    const action = find(keys);
    if (!action) continue;
    event.preventDefault();
    action(event);
    return;
  }
}

function closeLayer({ target }: KeyboardEvent): void {
  if (!(target instanceof Element) || target.closest(LISTS)) return;
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
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
