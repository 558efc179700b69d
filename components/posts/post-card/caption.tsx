"use client";

import Link from "next/link";
import { useState } from "react";
import { CAPTION_PREVIEW } from "@/lib/posts/limits";
import { type CaptionPart, captionParts, captionPreview } from "@/lib/posts/post-text";

/** A post's text, cut to a preview with Show more. Tags and URLs are links; HTML stays text. */
export function Caption({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const parts = captionParts(text);
  const preview = captionPreview(parts, CAPTION_PREVIEW);
  const visibleParts = isOpen ? parts : preview.parts;
  return (
    <p className="free-text">
      {visibleParts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
        <TextPart key={index} part={part} />
      ))}
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

// The font weight distinguishes links without relying on colour.
const LINK = "font-medium text-brand hover:underline";

/** A part of user text: a tag, a URL, or plain text. */
export function TextPart({ part }: { part: CaptionPart }) {
  if (part.kind === "tag") {
    return (
      <Link href={`/tag/${encodeURIComponent(part.tag)}`} prefetch={false} className={LINK}>
        {part.text}
      </Link>
    );
  }
  if (part.kind === "link") {
    return (
      <a
        href={part.href}
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        className={`${LINK} break-all`}
      >
        {part.text}
      </a>
    );
  }
  // Several empty lines in a row would only make the post taller.
  return part.text.replace(/\n{3,}/g, "\n\n");
}
