"use client";

import { useSyncExternalStore } from "react";
import { THEME_COLORS, THEME_KEY } from "@/components/shell/theme-boot";

/** What a person chose; `system` follows the device and goes beyond the specification's two values. */
export type ThemeChoice = "light" | "dark" | "system";
type Theme = "light" | "dark";

const listeners = new Set<() => void>();

/** The stored choice; light when nothing or something unknown is stored (the specification, §1). */
export function readThemeChoice(): ThemeChoice {
  const stored = readStorage();
  return stored === "dark" || stored === "system" ? stored : "light";
}

/** Remembers the choice, applies it at once and tells every toggle on the page. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Private windows may refuse storage: the choice then lasts as long as the page.
  }
  applyTheme(resolveTheme(choice));
  for (const listener of listeners) listener();
}

/** Shows the stored choice where the inline script of the page could not. */
export function showStoredTheme(): void {
  applyTheme(resolveTheme(readThemeChoice()));
}

/** The theme on screen, and the choice behind it. The server renders the default, light. */
export function useTheme(): { theme: Theme; choice: ThemeChoice } {
  const theme = useSyncExternalStore(subscribe, shownTheme, () => "light" as const);
  const choice = useSyncExternalStore(subscribe, readThemeChoice, () => "light" as const);
  return { theme, choice };
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

function darkDevice(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

function resolveTheme(choice: ThemeChoice): Theme {
  if (choice === "system") return darkDevice().matches ? "dark" : "light";
  return choice;
}

function shownTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
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
  // The choice may change in another tab, and under `system` the device may change by itself at dusk.
  const follow = () => {
    showStoredTheme();
    listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) follow();
  };
  const device = darkDevice();
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  device.addEventListener("change", follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    device.removeEventListener("change", follow);
  };
}
