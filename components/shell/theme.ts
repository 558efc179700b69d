"use client";

import { useSyncExternalStore } from "react";
import { THEME_COLORS, THEME_FOLLOWS_KEY, THEME_KEY } from "@/components/shell/theme-boot";

type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** Remembers a theme, shows it at once and tells every toggle on the page. From then on the device decides nothing. */
export function chooseTheme(theme: Theme): void {
  // In this order: another tab reads both keys when either changes, and never sees the device decide meanwhile.
  writeStorage(THEME_FOLLOWS_KEY, null);
  writeStorage(THEME_KEY, theme);
  show(theme);
}

/** From now on the device decides: light by day and dark by night, where it does so. */
export function followDeviceTheme(): void {
  const theme = deviceTheme();
  writeStorage(THEME_KEY, theme);
  writeStorage(THEME_FOLLOWS_KEY, "true");
  show(theme);
}

/** Shows the stored theme where the inline script of the page could not. */
export function showStoredTheme(): void {
  applyTheme(storedTheme());
}

/** The theme on screen, and whether the device decides it. The server renders the default, light. */
export function useTheme(): { theme: Theme; followsDevice: boolean } {
  const theme = useSyncExternalStore(subscribe, shownTheme, () => "light" as const);
  const follows = useSyncExternalStore(subscribe, followsDevice, () => false);
  return { theme, followsDevice: follows };
}

/** Light when nothing or something unknown is stored (the specification, §1). */
function storedTheme(): Theme {
  if (followsDevice()) return deviceTheme();
  return readStorage(THEME_KEY) === "dark" ? "dark" : "light";
}

const followsDevice = () => readStorage(THEME_FOLLOWS_KEY) === "true";

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse storage: the choice then lasts as long as the page.
  }
}

function darkDevice(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

const deviceTheme = (): Theme => (darkDevice().matches ? "dark" : "light");

function shownTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function show(theme: Theme): void {
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  browserBars().content = THEME_COLORS[theme];
}

/** What colours the browser's own bars. Browsers take the first: ours stands before the one of the server's page. */
function browserBars(): HTMLMetaElement {
  const known = document.getElementById("theme-color");
  if (known instanceof HTMLMetaElement) return known;
  const made = document.createElement("meta");
  made.name = "theme-color";
  made.id = "theme-color";
  document.head.prepend(made);
  return made;
}

function subscribe(listener: () => void): () => void {
  // The choice may change in another tab, and the device by itself at dusk.
  const follow = () => {
    showStoredTheme();
    listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === THEME_FOLLOWS_KEY || event.key === null) follow();
  };
  const onDevice = () => {
    if (followsDevice()) writeStorage(THEME_KEY, deviceTheme());
    follow();
  };
  const device = darkDevice();
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  device.addEventListener("change", onDevice);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    device.removeEventListener("change", onDevice);
  };
}
