"use client";

import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type CSSProperties, useEffect } from "react";
// biome-ignore lint/style/noRestrictedImports: the one place that loads it, when the page is there
import { Toaster as Sonner, toast as sonner } from "sonner";
import { useTheme } from "@/components/ui/theme";
import { connectToasts } from "@/components/ui/toast";
import { useTranslate } from "@/lib/language/translate";

/* Sonner's colour variables, mapped to ours, which follow the theme. */
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

/* Looks like a small button of ours (components/ui/button-style.ts). */
const BUTTON = {
  height: "2.25rem",
  padding: "0 1rem",
  borderRadius: "9999px",
  background: "var(--soft)",
  color: "var(--brand)",
  fontSize: "0.875rem",
  fontWeight: 600,
} as const;

/** The same icons as in alerts (components/ui/alert.tsx). */
const ICONS = {
  success: <CircleCheck aria-hidden className="size-5" />,
  error: <CircleAlert aria-hidden className="size-5" />,
  info: <Info aria-hidden className="size-5" />,
};

/** The container of toasts; on phones it is above the bottom bar. */
export function Toaster() {
  const t = useTranslate();
  const { theme } = useTheme();
  useEffect(() => connectToasts(sonner), []);
  return (
    <Sonner
      theme={theme}
      richColors
      icons={ICONS}
      position="bottom-center"
      // One over the other would cover its button.
      expand
      mobileOffset={{
        top: "calc(1rem + env(safe-area-inset-top))",
        bottom: "calc(5.5rem + env(safe-area-inset-bottom))",
        left: 16,
        right: 16,
      }}
      style={COLORS}
      // Not sonner's "Notifications", which are a screen here; notices are what the staff tell.
      containerAriaLabel={t("Alerts")}
      toastOptions={{
        style: {
          fontFamily: "var(--font-sans)",
          fontSize: "0.875rem",
          boxShadow: "var(--shadow-lift)",
          textWrap: "pretty",
        },
        classNames: { actionButton: "touch-target", cancelButton: "touch-target" },
        actionButtonStyle: BUTTON,
        cancelButtonStyle: { ...BUTTON, background: "transparent", color: "var(--ink2)" },
      }}
    />
  );
}
