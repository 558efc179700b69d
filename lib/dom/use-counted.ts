"use client";

import { useCallback, useState } from "react";

/** A message, and how many came before it: as its `key`, that announces the same text again. */
export type Counted<Message> = Message & { count: number };

/** The state of a message that may occur twice in a row. */
export function useCounted<Message extends object>() {
  const [message, setMessage] = useState<Counted<Message>>();
  const setCounted = useCallback((next: Message | undefined) => {
    setMessage((previous) => next && { ...next, count: (previous?.count ?? 0) + 1 });
  }, []);
  return [message, setCounted] as const;
}
