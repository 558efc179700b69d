"use client";

import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";

/**
 * Shows the author's description to sighted readers; screen readers read the alt text itself. At
 * the lower left corner, above the controls of a video.
 */
export function AltBadge({ text, aboveControls }: { text: string; aboveControls: boolean }) {
  const t = useTranslate();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
  };
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-x-3 flex flex-col-reverse items-start gap-2",
        aboveControls ? "bottom-16 max-h-[calc(100%-5rem)]" : "bottom-3 max-h-[calc(100%-1.5rem)]",
      )}
    >
      <button
        type="button"
        aria-label={t("ALT: description")}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={handleKeyDown}
        className="focus-on-media touch-target pointer-events-auto min-w-7 rounded bg-black/55 px-1 font-medium text-[0.6875rem] text-white leading-6"
      >
        {t("ALT")}
      </button>
      {isOpen && (
        <p
          id={id}
          className="pointer-events-auto min-h-0 max-w-md animate-fade-in overflow-y-auto free-text rounded-field bg-black/85 px-3 py-2 text-label text-white"
        >
          {text}
        </p>
      )}
    </div>
  );
}
