"use client";

import { House } from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import { useTranslate } from "@/lib/language/translate";

/** Shown for a page that does not exist or that the viewer may not open. */
export function NotFoundScreen() {
  const t = useTranslate();
  return (
    <div className="w-full max-w-md animate-rise text-center">
      <p aria-hidden className="font-bold font-display text-[5.5rem] text-brand leading-none tracking-tight">
        4
        <svg
          viewBox="0 0 43 43"
          aria-hidden
          focusable="false"
          className="-mt-3 mx-1 inline size-[0.78em] overflow-visible align-middle"
        >
          <circle cx="19" cy="24" r="16" fill="none" strokeWidth="6" className="stroke-brand" />
          <circle cx="35.5" cy="7.5" r="7.5" className="fill-gold" />
        </svg>
        4
      </p>
      <h1 className="mt-5 text-3xl">{t("Page not found")}</h1>
      <p className="mt-3 text-balance text-ink2">
        {t(
          "The page may have moved, or what it showed has been deleted. Your circle is still where you left it.",
        )}
      </p>
      {/* Not `next/link`: every page loads this screen, and would load that code a second time. */}
      <a href="/mainfeed" className={buttonStyle({ size: "lg", className: "mt-7 gap-2" })}>
        <House aria-hidden />
        {t("Take me home")}
      </a>
    </div>
  );
}
