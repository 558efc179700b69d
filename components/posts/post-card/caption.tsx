"use client";

import { useState } from "react";
import { RichText } from "@/components/ui/rich-text";
import { CAPTION_PREVIEW } from "@/lib/posts/policy";
import { textParts, textPreview } from "@/lib/text/rich-text";

/** A post's text, cut to a preview with Show more unless it is to be shown `whole`. */
export function Caption({ text, whole }: { text: string; whole: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const parts = textParts(text);
  const preview = whole ? { parts, isCut: false } : textPreview(parts, CAPTION_PREVIEW);
  return (
    <p className="free-text">
      <RichText parts={isOpen ? parts : preview.parts} />
      {preview.isCut && (
        <>
          {isOpen ? " " : "… "}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="touch-target whitespace-nowrap font-medium text-ink2 hover:text-ink hover:underline"
          >
            {isOpen ? "Show less" : "Show more"}
          </button>
        </>
      )}
    </p>
  );
}
