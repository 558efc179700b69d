"use client";

import { useCallback, useSyncExternalStore } from "react";
import { onStorageErased } from "@/lib/store/erased-storage";

/**
 * Text somebody is writing, kept for this tab: it survives a reload, a closed panel, and is the same wherever the same
 * draft is open. Where storage is blocked or full it lives as long as the page.
 */

const PREFIX = "draft:";
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

onStorageErased(() => {
  drafts.clear();
  for (const listener of listeners) listener();
});

export function readDraft(key: string): string {
  const known = drafts.get(key);
  if (known !== undefined) return known;
  let stored = "";
  try {
    stored = sessionStorage.getItem(PREFIX + key) ?? "";
  } catch {
    // Blocked: there is nothing to remember.
  }
  drafts.set(key, stored);
  return stored;
}

export function writeDraft(key: string, text: string): void {
  drafts.set(key, text);
  try {
    if (text === "") sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Blocked or full: the draft still lives in memory.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A draft and how to change it; the server's rendering has none. */
export function useDraft(key: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readDraft(key),
    () => "",
  );
  return [text, useCallback((next: string) => writeDraft(key, next), [key])];
}
