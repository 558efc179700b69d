"use client";

import { Moon, Sun } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand/react";
import { IconButton } from "@/components/ui/icon-button";
import { THEME_COLORS, THEME_FOLLOWS_KEY, THEME_KEY } from "@/components/ui/theme-script";
import { useTranslate } from "@/lib/language/translate";
import { persistedStore } from "@/lib/store/persisted-store";

type Theme = "light" | "dark";
/** The current theme, and whether it follows the device. */
type Appearance = { theme: Theme; followsDevice: boolean };

const darkQuery = () => window.matchMedia("(prefers-color-scheme: dark)");
const deviceTheme = (): Theme => (darkQuery().matches ? "dark" : "light");

const appearance = persistedStore<Appearance>({
  area: "local",
  keys: [THEME_KEY, THEME_FOLLOWS_KEY],
  // For the server's rendering, and when nothing valid is stored.
  initial: { theme: "light", followsDevice: false },
  parse: ([theme, follows]) =>
    follows === "true"
      ? { theme: deviceTheme(), followsDevice: true }
      : { theme: theme === "dark" ? "dark" : "light", followsDevice: false },
  format: ({ theme, followsDevice }) => [theme, followsDevice ? "true" : null],
});

appearance.subscribe((next) => applyTheme(next));

export const useTheme = (): Appearance => useStore(appearance);

/** Sets a theme, which no longer follows the device. */
export const chooseTheme = (theme: Theme): void => appearance.setState({ theme, followsDevice: false });

export const followDeviceTheme = (): void =>
  appearance.setState({ theme: deviceTheme(), followsDevice: true });

/** Applies changes of the device's theme, such as at dusk. Returns a function that stops it. */
function watchDeviceTheme(): () => void {
  const handleChange = () => {
    if (appearance.getState().followsDevice) followDeviceTheme();
  };
  const device = darkQuery();
  device.addEventListener("change", handleChange);
  return () => device.removeEventListener("change", handleChange);
}

function applyTheme({ theme } = appearance.getState()): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle("dark", theme === "dark");
  themeColorMeta().content = THEME_COLORS[theme];
}

/**
 * The meta element that colours the browser's bars. It comes before the one in the server's HTML,
 * because browsers use the first.
 */
function themeColorMeta(): HTMLMetaElement {
  const existing = document.getElementById("theme-color");
  if (existing instanceof HTMLMetaElement) return existing;
  const meta = document.createElement("meta");
  meta.name = "theme-color";
  meta.id = "theme-color";
  document.head.prepend(meta);
  return meta;
}

/**
 * Applies the theme again on mount, and when the device's theme changes. The inline script is not
 * enough: when the server fails to render a page, the browser creates a new <html> without running
 * it. Another tab may also have changed the theme since.
 */
export function ThemeSync() {
  useLayoutEffect(() => applyTheme(), []);
  useEffect(watchDeviceTheme, []);
  return null;
}

/**
 * Switches between light and dark. CSS selects the icon, because the server does not know the theme
 * and the first paint must be right.
 */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useTranslate();
  const { theme } = useTheme();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <IconButton
      label={next === "dark" ? t("Switch to dark theme") : t("Switch to light theme")}
      className={className}
      onClick={() => chooseTheme(next)}
    >
      <Moon className="dark:hidden" />
      <Sun className="not-dark:hidden" />
    </IconButton>
  );
}
