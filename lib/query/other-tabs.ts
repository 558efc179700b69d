"use client";

import { useEffect, useEffectEvent } from "react";
import { storedPersonId } from "@/lib/sessions/client/stored-session";

/** What a person did in one tab. The folder that sends a kind also shows it. */
type News = { kind: string };

/** This tab's channel. What is posted on it reaches the person's other tabs, and not this one. */
let channel: BroadcastChannel | undefined;

const nameFor = (personId: string) => `campus-circle-${personId}`;

/** Sends the person's other tabs what they did in this one. */
export function sendToOtherTabs<Sent extends News>(news: Sent): void {
  if (channel) {
    channel.postMessage(news);
    return;
  }
  // The shell listens once its code is there, which may be after the first news.
  const personId = storedPersonId();
  if (!personId || typeof BroadcastChannel === "undefined") return;
  const opened = new BroadcastChannel(nameFor(personId));
  opened.postMessage(news);
  opened.close();
}

/** Calls `show` with what the person does in other tabs. Used once, by the shell. */
export function useOtherTabs<Sent extends News>(
  personId: string | undefined,
  show: (news: Sent) => void,
): void {
  const handle = useEffectEvent(show);
  useEffect(() => {
    if (!personId || !("BroadcastChannel" in window)) return;
    const opened = new BroadcastChannel(nameFor(personId));
    channel = opened;
    opened.onmessage = ({ data }: MessageEvent<Sent>) => handle(data);
    return () => {
      channel = undefined;
      opened.close();
    };
  }, [personId]);
}
