"use client";

import { useState } from "react";

/** Focuses items of a list by their id, also one that is yet to be rendered. */
export function useItemFocus() {
  const [items] = useState(() => {
    const elements = new Map<string, HTMLElement>();
    let awaited: { id: string; options: FocusOptions | undefined } | undefined;
    return {
      ref: (id: string) => (element: HTMLElement | null) => {
        if (!element) return;
        elements.set(id, element);
        if (awaited?.id === id) {
          const { options } = awaited;
          awaited = undefined;
          element.focus(options);
        }
        return () => {
          elements.delete(id);
        };
      },
      focus: (id: string, options?: FocusOptions) => {
        const element = elements.get(id);
        awaited = element ? undefined : { id, options };
        element?.focus(options);
      },
      scrollTo: (id: string) => elements.get(id)?.scrollIntoView({ block: "nearest" }),
    };
  });
  return items;
}
