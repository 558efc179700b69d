"use client";

import { useEffect, useEffectEvent } from "react";
import { isComposing } from "@/lib/dom/composition";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";

type Actions = { choose: (index: number) => void; focusReason: () => void; submit: () => void };

/**
 * The keys of a case: `1` to `5` choose a decision, `r` leads to its reason, Ctrl+Enter decides.
 */
export function useDecisionKeys({ choose, focusReason, submit }: Actions): void {
  const digits = [0, 1, 2, 3, 4].map((index) => [String(index + 1), () => choose(index)] as const);
  useShortcuts({ ...Object.fromEntries(digits), r: once(focusReason) });
  // Also while one types the reason, where a shortcut of one key does nothing.
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (!isSubmit || event.defaultPrevented || isComposing(event)) return;
    if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
    event.preventDefault();
    submit();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
