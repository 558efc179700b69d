"use client";

import { type KeyboardEvent, useId, useState } from "react";

/** Shows the author's description to sighted readers; screen readers read the alt text itself. */
export function AltBadge({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setIsOpen(false);
  };
  return (
    <div className="pointer-events-none absolute inset-x-2 top-2 flex flex-col items-start gap-2 max-h-[calc(100%-4rem)]">
      <button
        type="button"
        aria-label="ALT: description"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={handleKeyDown}
        className="touch-target pointer-events-auto rounded-lg bg-black/70 px-2 py-0.5 font-bold text-white text-xs leading-5 tracking-wide"
      >
        ALT
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
