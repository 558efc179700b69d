"use client";

import { useStore } from "zustand/react";
import { THEME_COLORS, THEME_FOLLOWS_KEY, THEME_KEY } from "@/components/shell/theme-boot";
import { persistedStore } from "@/lib/store/persisted-store";

type Theme = "light" | "dark";
/**
 * The theme on screen, and whether the device decides it: light by day and dark by night, where it
 * does so.
 */
type Appearance = { theme: Theme; followsDevice: boolean };

const darkDevice = () => window.matchMedia("(prefers-color-scheme: dark)");
const deviceTheme = (): Theme => (darkDevice().matches ? "dark" : "light");

const appearance = persistedStore<Appearance>({
  area: "local",
  keys: [THEME_KEY, THEME_FOLLOWS_KEY],
  // What the server renders, and where nothing or something unknown is stored.
  initial: { theme: "light", followsDevice: false },
  parse: ([theme, follows]) =>
    follows === "true"
      ? { theme: deviceTheme(), followsDevice: true }
      : { theme: theme === "dark" ? "dark" : "light", followsDevice: false },
  format: ({ theme, followsDevice }) => [theme, followsDevice ? "true" : null],
});

appearance.subscribe((next) => applyTheme(next));

export const useTheme = (): Appearance => useStore(appearance);

/** From now on the device decides nothing. */
export const chooseTheme = (theme: Theme): void => appearance.setState({ theme, followsDevice: false });

export const followDeviceTheme = (): void =>
  appearance.setState({ theme: deviceTheme(), followsDevice: true });

/** Follows the device, which may change by itself at dusk. Returns how to stop. */
export function watchDeviceTheme(): () => void {
  const onChange = () => {
    if (appearance.getState().followsDevice) followDeviceTheme();
  };
  const device = darkDevice();
  device.addEventListener("change", onChange);
  return () => device.removeEventListener("change", onChange);
}

export function applyTheme({ theme } = appearance.getState()): void {
  document.documentElement.dataset.theme = theme;
  browserBars().content = THEME_COLORS[theme];
}

/**
 * What colours the browser's own bars. Browsers take the first: ours stands before the one of the
 * server's page.
 */
function browserBars(): HTMLMetaElement {
  const known = document.getElementById("theme-color");
  if (known instanceof HTMLMetaElement) return known;
  const made = document.createElement("meta");
  made.name = "theme-color";
  made.id = "theme-color";
  document.head.prepend(made);
  return made;
}
