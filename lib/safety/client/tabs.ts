"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { storedPersonId } from "@/lib/sessions/client/stored-session";

/** How a person is hidden: a block hides everything of them, a mute what comes by itself. */
export type Hiding = "blocked" | "muted";

/** What happened elsewhere: people were hidden, or who is shown has changed in another way. */
export type SafetyNews = { hidden: readonly string[]; hiding: Hiding } | { shown: true };

const channelOf = (personId: string) => `campus-circle-safety-${personId}`;

/** Notifies the person's other tabs. */
export function broadcastSafety(news: SafetyNews): void {
  const personId = storedPersonId();
  if (!personId || !("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(channelOf(personId));
  channel.postMessage(news);
  channel.close();
}

/** Shows what happened elsewhere. Its code loads when something does, which is rare. */
export function followSafety(client: QueryClient, news: SafetyNews): void {
  import("@/lib/safety/client/cache").then(
    ({ showNews }) => showNews(client, news),
    // Without the code that drops one person, everything is asked for anew.
    () => client.resetQueries(),
  );
}

/** Shows what the person does about others in their other tabs. */
export function useOtherTabsSafety(personId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!personId || !("BroadcastChannel" in window)) return;
    const channel = new BroadcastChannel(channelOf(personId));
    channel.onmessage = ({ data }: MessageEvent<SafetyNews>) => followSafety(client, data);
    return () => channel.close();
  }, [client, personId]);
}
