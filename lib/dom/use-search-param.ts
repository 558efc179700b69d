"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/**
 * A parameter of the address, for how a screen is shown: a reload and a shared link keep it.
 * Changing it replaces the history entry; undefined removes it.
 */
export function useSearchParam(name: string): [string | null, (value: string | undefined) => void] {
  const value = useSearchParams().get(name);
  const change = (next: string | undefined) => {
    const query = new URLSearchParams(window.location.search);
    if (next === undefined) query.delete(name);
    else query.set(name, next);
    const search = query.size > 0 ? `?${query}` : "";
    window.history.replaceState(null, "", window.location.pathname + search);
  };
  return [value, change];
}

/**
 * The search words in the address of the screen at `path`, which the screen itself has as `q` and
 * replaces. `follow` is called when a link on the open screen leads to other words or to none.
 */
export function useSearchWords(path: string, q: string, follow: (words: string) => void): void {
  const address = useSearchParams().get("q");
  const followAddress = useEffectEvent(() => {
    // The parameter above lags behind quick changes, and a layer has an address of its own.
    const words = new URLSearchParams(window.location.search).get("q")?.trim() ?? "";
    if (window.location.pathname === path && words !== q) follow(words);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address changes
  useEffect(() => followAddress(), [address]);
}
