import { HASHTAG } from "@/lib/posts/hashtags";
import { countCharacters, firstCharacters } from "@/lib/text/text";

/** A caption taken apart for the screen: plain text, `#tags` and addresses. Pure. */

export type CaptionPart =
  | { kind: "text"; text: string }
  | { kind: "tag"; text: string; tag: string }
  | { kind: "link"; text: string; href: string };

const ADDRESS = /https?:\/\/[^\s<>"'`]+/giu;

/** The parts of a caption in order; their texts joined are the caption. */
export function captionParts(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  let at = 0;
  for (const match of caption.matchAll(ADDRESS)) {
    const text = trimAddress(match[0]);
    if (!URL.canParse(text)) continue;
    parts.push(...tagParts(caption.slice(at, match.index)), { kind: "link", text, href: text });
    at = match.index + text.length;
  }
  parts.push(...tagParts(caption.slice(at)));
  return parts;
}

function tagParts(text: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  let at = 0;
  for (const match of text.matchAll(HASHTAG)) {
    const tag = (match[1] ?? "").normalize("NFC").toLowerCase();
    if (!/\p{L}/u.test(tag)) continue;
    if (match.index > at) parts.push({ kind: "text", text: text.slice(at, match.index) });
    parts.push({ kind: "tag", text: match[0], tag });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

/**
 * Leaves the sentence's punctuation outside an address, and a closing bracket that was opened
 * outside it.
 */
function trimAddress(address: string): string {
  let text = address;
  for (;;) {
    const last = text.at(-1) ?? "";
    const closesOutside = last === ")" && text.split(")").length > text.split("(").length;
    if (!/[.,;:!?…\]}]/u.test(last) && !closesOutside) return text;
    text = text.slice(0, -1);
  }
}

/**
 * The beginning of a caption of at most `max` user-perceived characters, and whether something is
 * left out. A link or tag at the end is shown in part but still leads to the whole.
 */
export function captionPreview(parts: CaptionPart[], max: number): { parts: CaptionPart[]; isCut: boolean } {
  const shown: CaptionPart[] = [];
  let left = max;
  for (const [index, part] of parts.entries()) {
    const length = countCharacters(part.text);
    if (length > left) {
      const text = firstCharacters(part.text, left).trimEnd();
      if (text) shown.push({ ...part, text });
      return { parts: shown, isCut: true };
    }
    shown.push(part);
    left -= length;
    if (left === 0 && index < parts.length - 1) return { parts: shown, isCut: true };
  }
  return { parts: shown, isCut: false };
}
