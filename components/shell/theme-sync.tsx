"use client";

import { useEffect, useLayoutEffect } from "react";
import { applyTheme, watchDeviceTheme } from "@/components/shell/theme";

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
