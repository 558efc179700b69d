import { useSyncExternalStore } from "react";
import type * as z from "zod/mini";
import { onStorageErased } from "@/lib/hooks/erased-storage";

/**
 * Something a tab remembers: it survives a reload and ends with the tab, and another tab has its own. Where storage is
 * blocked or full it lives as long as the page.
 */
export type TabStore<T> = {
  read: () => T;
  write: (value: T) => void;
  /** Back to the beginning, and out of storage. */
  clear: () => void;
  subscribe: (listener: () => void) => () => void;
};

/** A store under `key` of the session storage. What is there and does not fit `shape` is as good as nothing. */
export function makeTabStore<T>(key: string, shape: z.ZodMiniType<T>, empty: T): TabStore<T> {
  let value: T | undefined;
  const listeners = new Set<() => void>();
  const change = (next: T | undefined) => {
    value = next;
    for (const listener of listeners) listener();
  };
  // What of it was spared is read anew.
  onStorageErased(() => change(undefined));
  return {
    read: () => {
      value ??= readStored(key, shape) ?? empty;
      return value;
    },
    write: (next) => {
      writeStored(key, JSON.stringify(next));
      change(next);
    },
    clear: () => {
      writeStored(key, null);
      change(empty);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What the tab remembers; undefined while the server renders, which cannot know. */
export function useTabStore<T>(store: TabStore<T>): T | undefined {
  return useSyncExternalStore<T | undefined>(store.subscribe, store.read, () => undefined);
}

function readStored<T>(key: string, shape: z.ZodMiniType<T>): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text ? shape.safeParse(JSON.parse(text)).data : undefined;
  } catch {
    // Blocked, or written by something else.
    return undefined;
  }
}

function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Blocked or full: the page itself still remembers.
  }
}
