"use client";

import { useState } from "react";

/** Focuses items of a list by their id, also one that is yet to be rendered. */
export function useItemFocus() {
  const [items] = useState(() => {
    const elements = new Map<string, HTMLElement>();
    let awaitedId: string | undefined;
    return {
      ref: (id: string) => (element: HTMLElement | null) => {
        if (!element) return;
        elements.set(id, element);
        if (awaitedId === id) {
          awaitedId = undefined;
          element.focus();
        }
        return () => {
          elements.delete(id);
        };
      },
      focus: (id: string) => {
        const element = elements.get(id);
        awaitedId = element ? undefined : id;
        element?.focus();
      },
      scrollTo: (id: string) => elements.get(id)?.scrollIntoView({ block: "nearest" }),
    };
  });
  return items;
}
