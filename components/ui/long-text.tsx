"use client";

import { useState } from "react";
import { RichText } from "@/components/ui/rich-text";
import { useTranslate } from "@/lib/language/translate";
import { linesPreview, type Mention, textParts, textPreview } from "@/lib/text/rich-text";

/** More lines than this are cut, however short they are. */
const LINES_MAX = 12;

type Props = {
  text: string;
  /** Whom it names, as links. */
  mentions?: readonly Mention[] | undefined;
  /** More characters than this are cut; without it only lines are counted. */
  max?: number;
  className?: string;
};

/** A text that people wrote, cut to a preview with Show more. */
export function LongText({ text, mentions, max, className = "free-text" }: Props) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const parts = textParts(text, mentions);
  const lines = linesPreview(parts, LINES_MAX);
  const preview = max === undefined ? lines : textPreview(lines.parts, max);
  const isCut = lines.isCut || preview.isCut;
  return (
    <p className={className}>
      <RichText parts={isOpen ? parts : preview.parts} />
      {isCut && (
        <>
          {isOpen ? " " : "… "}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="touch-target whitespace-nowrap font-medium text-ink2 hover:text-ink hover:underline"
          >
            {isOpen ? t("Show less") : t("Show more")}
          </button>
        </>
      )}
    </p>
  );
}
