"use client";

import { type MouseEvent, type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useState } from "react";
import { announce } from "@/lib/dom/announce";
import { isComposing } from "@/lib/dom/composition";

type Options<Item> = {
  /** What is offered; none while the list is closed. */
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** What is typed. Whenever it changes, the active item is the one of `startsAt` again. */
  typed: string;
  /** Before an arrow key is pressed, the first item is active, which Enter then chooses, or none. */
  startsAt: "first" | "none";
  /** Whether the items are of what is typed now: until then, no key chooses one. */
  isSettled?: boolean;
  choosesOnTab?: boolean;
  onChoose: (item: Item) => void;
  onEscape?: (() => void) | undefined;
  /** What was found, for screen readers. */
  message: string;
};

/**
 * A text field that offers people, and maybe tags, in a list (the WAI-ARIA combobox). The focus
 * stays in the field: arrow keys move through the list and wrap around, Enter or a press chooses.
 * `handleKey` says whether a key was meant for the list; all others belong to the field.
 */
export function usePeopleCombobox<Item>({
  items,
  keyOf,
  typed,
  startsAt,
  isSettled = true,
  choosesOnTab = false,
  onChoose,
  onEscape,
  message,
}: Options<Item>) {
  const id = useId();
  const start = startsAt === "first" ? 0 : -1;
  const [moved, setMoved] = useState({ typed, index: start });
  if (moved.typed !== typed) setMoved({ typed, index: start });
  const index = Math.min(moved.index, items.length - 1);
  const active = items[index];
  const optionId = (item: Item) => `${id}-${keyOf(item)}`;
  const moveTo = (next: number) => setMoved({ typed, index: next });

  useEffect(() => {
    if (message) announce(message, { isBrief: true });
  }, [message]);

  const handleKey = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (isComposing(event) || ctrlKey || metaKey || altKey || shiftKey) return false;
    const step = STEPS[key];
    if (key === "Escape" && onEscape) onEscape();
    else if (step && items.length > 0) {
      // Where no item is active at first, the field itself is one of the places.
      const places = items.length - start;
      const next = ((index - start + step + places) % places) + start;
      const item = items[next];
      moveTo(next);
      if (item) document.getElementById(optionId(item))?.scrollIntoView?.({ block: "nearest" });
    } else if (active && (key === "Enter" || (key === "Tab" && choosesOnTab))) {
      if (isSettled) onChoose(active);
    } else return false;
    event.preventDefault();
    return true;
  };

  const activeId = active && optionId(active);
  return {
    /** Of the list; each of its items has it in front of its key. */
    id,
    activeId,
    handleKey,
    fieldProps: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": items.length > 0,
      "aria-controls": items.length > 0 ? id : undefined,
      "aria-activedescendant": activeId,
      onKeyDown: (event: ReactKeyboardEvent) => void handleKey(event),
    } as const,
    listProps: (label: string) =>
      ({ id, role: "listbox", "aria-label": label, onMouseLeave: () => moveTo(start) }) as const,
    /** Where several are chosen, `isSelected` says whether this one is. */
    optionProps: (item: Item, isSelected = item === active) => ({
      id: optionId(item),
      role: "option",
      "aria-selected": isSelected,
      "data-active": item === active || undefined,
      // A press leaves the focus, and the keyboard of a phone, where it is.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseMove: ({ nativeEvent: { movementX, movementY } }: MouseEvent) => {
        // Chrome also reports a pointer that rests where the list appears.
        const isAtRest = movementX === 0 && movementY === 0;
        if (!isAtRest && item !== active) moveTo(items.indexOf(item));
      },
      onClick: () => onChoose(item),
    }),
  };
}

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 };
