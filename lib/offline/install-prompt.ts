"use client";

import { useSyncExternalStore } from "react";

/** Installing the app, where the browser offers it. */

/** Chromium's event: it offers to install, once, and only on a press. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

let offer: InstallPrompt | undefined;
const listeners = new Set<() => void>();

function setOffer(next: InstallPrompt | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Remembers the browser's offer, which comes once and before any screen asks for it. For instrumentation-client.ts. */
export function catchInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => setOffer(event as InstallPrompt));
  window.addEventListener("appinstalled", () => setOffer(undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `ready`: a press installs. `by-hand`: Safari on phones, where a person does it. `none`: installed, or not possible. */
export type Installing = "ready" | "by-hand" | "none";

export function useInstalling(): Installing {
  return useSyncExternalStore(subscribe, readInstalling, () => "none");
}

function readInstalling(): Installing {
  if (window.matchMedia("(display-mode: standalone)").matches) return "none";
  if (offer) return "ready";
  // iPads say they are Macs; no Mac has a finger on it.
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  const isInstalled = "standalone" in navigator && navigator.standalone === true;
  return isApple && !isInstalled ? "by-hand" : "none";
}

const isTouchedMac = () => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

/** Asks the browser to install; it asks the person. The offer is used up by that. */
export async function install(): Promise<void> {
  const current = offer;
  setOffer(undefined);
  await current?.prompt();
}
