"use client";

import { useSyncExternalStore } from "react";

/**
 * What a person prefers on this device, in local storage. Where storage is blocked a choice lasts as long as the page.
 */

export type Preference = "autoplay" | "reducedData" | "shortcuts";

const KEYS: Record<Preference, string> = {
  autoplay: "autoplay",
  reducedData: "reducedData",
  shortcuts: "keyboardShortcuts",
};
const DEFAULTS: Record<Preference, boolean> = { autoplay: true, reducedData: false, shortcuts: true };

const unsaved = new Map<Preference, boolean>();
const listeners = new Set<() => void>();

/** Whether the preference is on; for code outside of React, such as the video player. */
export function readPreference(preference: Preference): boolean {
  const known = unsaved.get(preference);
  if (known !== undefined) return known;
  try {
    const stored = localStorage.getItem(KEYS[preference]);
    return stored === "on" || stored === "off" ? stored === "on" : DEFAULTS[preference];
  } catch {
    // Storage is blocked: nothing was ever chosen.
    return DEFAULTS[preference];
  }
}

/** Remembers a choice and tells everything on the page that follows it. */
export function choosePreference(preference: Preference, on: boolean): void {
  try {
    localStorage.setItem(KEYS[preference], on ? "on" : "off");
    unsaved.delete(preference);
  } catch {
    // Blocked or full: this page still obeys.
    unsaved.set(preference, on);
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever a preference changes, here or in another tab. Returns how to stop. */
export function onPreferenceChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Whether a preference is on, followed as it changes; the server's rendering has the default. */
export function usePreference(preference: Preference): boolean {
  return useSyncExternalStore(
    onPreferenceChange,
    () => readPreference(preference),
    () => DEFAULTS[preference],
  );
}

/** Whether the person, here or in the browser's own settings, asked to spend no data on what they did not ask for. */
export function savesData(): boolean {
  if (typeof window === "undefined") return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return readPreference("reducedData") || connection?.saveData === true;
}

/** Whether videos may begin by themselves. */
export const mayAutoplay = () => readPreference("autoplay") && !savesData();
