"use client";

import { useLayoutEffect } from "react";
import { showStoredTheme } from "@/components/shell/theme";

/**
 * Sets the theme where the inline script could not: a page that fails or is not found while the server draws it is drawn
 * anew by the browser, which makes a new <html> and runs no inline script.
 */
export function ThemeKeeper() {
  useLayoutEffect(() => {
    if (!document.documentElement.dataset.theme) showStoredTheme();
  }, []);
  return null;
}
