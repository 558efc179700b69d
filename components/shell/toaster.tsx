"use client";

import type { CSSProperties } from "react";
import { Toaster as Sonner } from "sonner";
import { useTheme } from "@/components/shell/theme";

/* Sonner takes its colours from these; ours follow the theme by themselves. */
const COLORS = {
  "--normal-bg": "var(--surface)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  "--success-bg": "var(--surface)",
  "--success-text": "var(--success)",
  "--success-border": "var(--line)",
  "--error-bg": "var(--surface)",
  "--error-text": "var(--danger)",
  "--error-border": "var(--line)",
  "--border-radius": "var(--radius-field)",
} as CSSProperties;

/** Where toasts show: above the bottom bar on phones. */
export function Toaster() {
  const { theme } = useTheme();
  return (
    <Sonner
      theme={theme}
      richColors
      position="bottom-center"
      mobileOffset={{ bottom: "calc(5.5rem + env(safe-area-inset-bottom))", left: 16, right: 16 }}
      style={COLORS}
      toastOptions={{
        style: {
          fontFamily: "var(--font-sans)",
          fontSize: "0.875rem",
          boxShadow: "var(--shadow-lift)",
          textWrap: "pretty",
        },
      }}
    />
  );
}
