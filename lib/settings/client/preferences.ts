"use client";

import { useStore } from "zustand/react";
import { persistedStore } from "@/lib/store/persisted-store";

/** What a person prefers on this device. */

const DEFAULTS = { autoplay: true, reducedData: false, shortcuts: true };
type Preferences = typeof DEFAULTS;

/** Under a key of its own each; what is as it would be anyhow is not stored. */
export const preferences = persistedStore<Preferences>({
  area: "local",
  keys: ["autoplay", "reducedData", "keyboardShortcuts"],
  initial: DEFAULTS,
  parse: ([autoplay, reducedData, shortcuts]) => ({
    autoplay: autoplay !== "off",
    reducedData: reducedData === "on",
    shortcuts: shortcuts !== "off",
  }),
  format: ({ autoplay, reducedData, shortcuts }) => [
    autoplay ? null : "off",
    reducedData ? "on" : null,
    shortcuts ? null : "off",
  ],
});

export const usePreferences = (): Preferences => useStore(preferences);

/**
 * Whether the person, here or in the browser's own settings, asked to spend no data on what they
 * did not ask for.
 */
export function savesData(): boolean {
  if (typeof window === "undefined") return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return preferences.getState().reducedData || connection?.saveData === true;
}

/** Whether videos may begin by themselves. */
export const mayAutoplay = () => preferences.getState().autoplay && !savesData();
