"use client";

import { useCallback } from "react";
import { useStore } from "zustand/react";
import { persistedStore } from "@/lib/store/persisted-store";

/**
 * Unsent text, stored for this tab. A draft survives a reload or a closed panel, and is the same
 * everywhere it is open.
 */
const drafts = persistedStore<Readonly<Record<string, string>>>({
  area: "session",
  keys: ["drafts"],
  initial: {},
  parse: ([text]) => {
    const stored = Object.entries(JSON.parse(text ?? "{}"));
    return Object.fromEntries(
      stored.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  },
  format: (texts) => [Object.keys(texts).length > 0 ? JSON.stringify(texts) : null],
});

export const readDraft = (key: string): string => drafts.getState()[key] ?? "";

export function writeDraft(key: string, text: string): void {
  const { [key]: _, ...others } = drafts.getState();
  drafts.setState(text === "" ? others : { ...others, [key]: text }, true);
}

/** A draft and its setter. Empty in server rendering. */
export function useDraft(key: string): [string, (text: string) => void] {
  const text = useStore(drafts, (texts) => texts[key] ?? "");
  return [text, useCallback((next: string) => writeDraft(key, next), [key])];
}
