"use client";

import { useStore } from "zustand/react";
import { persistedStore } from "@/lib/store/persisted-store";

/** The preferences of this device. */

const DEFAULTS = {
  autoplay: true,
  reducedData: false,
  shortcuts: true,
  /** Posting media without a description asks whether to add one. */
  altTextReminder: false,
  /** Nothing is posted without descriptions. */
  altTextRequired: false,
  /** Push was offered here: once is enough. */
  invitedToPush: false,
  /** The day on which the question for one's age was put away, for the rest of it. */
  ageAskedOn: "",
};
type Preferences = typeof DEFAULTS;

export const PREFERENCE_KEYS = [
  "autoplay",
  "reducedData",
  "keyboardShortcuts",
  "altTextReminder",
  "altTextRequired",
  "invitedToPush",
  "ageAskedOn",
] as const;

/** Each preference has its own key. Defaults are not stored. */
export const preferences = persistedStore<Preferences>({
  area: "local",
  keys: PREFERENCE_KEYS,
  initial: DEFAULTS,
  parse: ([
    autoplay,
    reducedData,
    shortcuts,
    altTextReminder,
    altTextRequired,
    invitedToPush,
    ageAskedOn,
  ]) => ({
    autoplay: autoplay !== "off",
    reducedData: reducedData === "on",
    shortcuts: shortcuts !== "off",
    altTextReminder: altTextReminder === "on",
    altTextRequired: altTextRequired === "on",
    invitedToPush: invitedToPush === "on",
    ageAskedOn: ageAskedOn ?? "",
  }),
  format: ({
    autoplay,
    reducedData,
    shortcuts,
    altTextReminder,
    altTextRequired,
    invitedToPush,
    ageAskedOn,
  }) => [
    autoplay ? null : "off",
    reducedData ? "on" : null,
    shortcuts ? null : "off",
    altTextReminder ? "on" : null,
    altTextRequired ? "on" : null,
    invitedToPush ? "on" : null,
    ageAskedOn || null,
  ],
});

export const usePreferences = (): Preferences => useStore(preferences);

/**
 * Whether the person asked to save data, here or in the browser's settings: then nothing is loaded
 * before it is needed.
 */
export function savesData(): boolean {
  if (typeof window === "undefined") return false;
  return preferences.getState().reducedData || network()?.saveData === true;
}

/** What a browser says of its network (Network Information API, which only Chromium has). */
export type Network = { effectiveType?: string; saveData?: boolean };

const network = () => (navigator as Navigator & { connection?: Network }).connection;

/** Whether a network takes so long for a photo that a smaller one is better: 3G and less. */
export const isSlow = ({ effectiveType = "" }: Network): boolean =>
  ["slow-2g", "2g", "3g"].includes(effectiveType);

/** Whether pictures are sent smaller: to save data, or because the network is slow. */
export const sendsSmallPictures = (): boolean =>
  savesData() || (typeof window !== "undefined" && isSlow(network() ?? {}));

/** Whether videos may start without a press. */
export const mayAutoplay = () => preferences.getState().autoplay && !savesData();
