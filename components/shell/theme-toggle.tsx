"use client";

import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "@/components/shell/theme";
import { IconButton } from "@/components/ui/icon-button";

/**
 * Switches between light and dark. CSS selects the icon, because the server does not know the theme
 * and the first paint must be right.
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
