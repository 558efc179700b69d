"use client";

import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "@/components/shell/theme";
import { IconButton } from "@/components/ui/icon-button";

/**
 * Switches between light and dark. Which icon shows is decided by CSS, because the server does not
 * know the theme: the right one is there from the first paint.
 */
export function ThemeToggle() {
  const { theme } = useTheme();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Switch to ${next} theme`} onClick={() => chooseTheme(next)}>
      <Moon className="dark:hidden" />
      <Sun className="not-dark:hidden" />
    </IconButton>
  );
}
