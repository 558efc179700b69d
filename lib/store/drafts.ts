"use client";

import { useCallback } from "react";
import { useStore } from "zustand/react";
import { persistedStore } from "@/lib/store/persisted-store";

/**
 * Text somebody is writing, kept for this tab: it survives a reload, a closed panel, and is the
 * same wherever the same draft is open.
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

/** A draft and how to change it; the server's rendering has none. */
export function useDraft(key: string): [string, (text: string) => void] {
  const text = useStore(drafts, (texts) => texts[key] ?? "");
  return [text, useCallback((next: string) => writeDraft(key, next), [key])];
}
