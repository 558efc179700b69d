"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";

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
 * What is searched for on the screen at `path`, which is part of its address. Returns the text of
 * the field, with its setter, and the words `q` to search for: they follow `delayMs` after the last
 * key, or at once with `search`. A link or Back to other words on the open screen
 * changes both.
 */
export function useSearchQuery(path: string, delayMs: number) {
  const address = useSearchParams().get("q");
  const [text, setText] = useState(address?.trim() ?? "");
  const [q, setQ] = useState(text);
  const typed = text.trim();
  const search = () => {
    if (typed === q) return;
    setQ(typed);
    window.history.replaceState(null, "", typed === "" ? path : `${path}?q=${encodeURIComponent(typed)}`);
  };
  const searchTyped = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(), typed === "" ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [typed, delayMs]);

  const followAddress = useEffectEvent(() => {
    // The parameter above lags behind quick changes, and a layer has an address of its own.
    const words = new URLSearchParams(window.location.search).get("q")?.trim() ?? "";
    if (window.location.pathname !== path || words === q) return;
    setText(words);
    setQ(words);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address changes
  useEffect(() => followAddress(), [address]);
  return { text, setText, q, search };
}
