"use client";

import Link from "next/link";
import { useState } from "react";
import { type CaptionPart, captionParts, captionPreview } from "@/lib/posts/caption-parts";
import { CAPTION_PREVIEW } from "@/lib/posts/limits";

/**
 * A post's text: the first 150 characters with Show more, tags and addresses as links, never as
 * HTML.
 */
export function Caption({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const parts = captionParts(text);
  const preview = captionPreview(parts, CAPTION_PREVIEW);
  const shown = isOpen ? parts : preview.parts;
  return (
    <p className="free-text">
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
        <TextPart key={index} part={part} />
      ))}
      {preview.isCut && (
        <>
          {isOpen ? " " : "… "}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="touch-target whitespace-nowrap font-medium text-ink2 hover:text-ink hover:underline"
          >
            {isOpen ? "Show less" : "Show more"}
          </button>
        </>
      )}
    </p>
  );
}

// The weight tells a link from the text around it also where colours do not.
const LINK = "font-medium text-brand hover:underline";

/** One part of a text that people typed: a tag, an address, or words. */
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
  // More than one empty line in a row says nothing and pushes the rest of the feed away.
  return part.text.replace(/\n{3,}/g, "\n\n");
}
