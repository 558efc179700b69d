"use client";

import { type CSSProperties, useEffect } from "react";
// biome-ignore lint/style/noRestrictedImports: loaded after the page
import { Toaster as Sonner, toast as sonner } from "sonner";
import { useTheme } from "@/components/shell/theme";
import { deliverToasts } from "@/components/ui/toast";

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

/** What draws toasts, above the bottom bar on phones. Loaded by components/shell/toasts.tsx. */
export function Toaster() {
  const { theme } = useTheme();
  // By then the list below listens.
  useEffect(() => deliverToasts(sonner), []);
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
