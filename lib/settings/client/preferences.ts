"use client";

import { useStore } from "zustand/react";
import { persistedStore } from "@/lib/store/persisted-store";

/** The preferences of this device. */

const DEFAULTS = { autoplay: true, reducedData: false, shortcuts: true };
type Preferences = typeof DEFAULTS;

/** Each preference has its own key. Defaults are not stored. */
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
 * Whether the person asked to save data, here or in the browser's settings: then nothing is loaded
 * before it is needed.
 */
export function savesData(): boolean {
  if (typeof window === "undefined") return false;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return preferences.getState().reducedData || connection?.saveData === true;
}

/** Whether videos may start without a press. */
export const mayAutoplay = () => preferences.getState().autoplay && !savesData();
