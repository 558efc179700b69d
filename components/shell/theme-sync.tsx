"use client";

import { useEffect, useLayoutEffect } from "react";
import { applyTheme, watchDeviceTheme } from "@/components/shell/theme";

/**
 * Keeps the page in its theme as the device changes, and sets it where the inline script could not:
 * a page that fails or is not found while the server draws it is drawn anew by the browser, which
 * makes a new <html> and runs no inline script; and another tab may have chosen one since.
 */
export function ThemeSync() {
  useLayoutEffect(() => applyTheme(), []);
  useEffect(watchDeviceTheme, []);
  return null;
}
