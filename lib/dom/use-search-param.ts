"use client";

import { useSearchParams } from "next/navigation";

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
