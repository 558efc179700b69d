import { HASHTAGS_MAX } from "@/lib/posts/limits";
import type { Post } from "@/lib/posts/schema";
import { countCharacters, firstCharacters } from "@/lib/text/text";

/** Matches a `#tag` in a text; the first group is the tag without its sign. */
const HASHTAG = /(?<![\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/gu;

/** The unique `#tags` of a caption in order, lower case, without the sign. A tag needs a letter. */
export function hashtagsOf(caption: string): string[] {
  const tags = new Set<string>();
  for (const match of caption.matchAll(HASHTAG)) {
    const tag = (match[1] ?? "").normalize("NFC").toLowerCase();
    if (/\p{L}/u.test(tag)) tags.add(tag);
    if (tags.size === HASHTAGS_MAX) break;
  }
  return [...tags];
}

/** A part of a caption: plain text, a `#tag` or a link. */
export type CaptionPart =
  | { kind: "text"; text: string }
  | { kind: "tag"; text: string; tag: string }
  | { kind: "link"; text: string; href: string };

const LINK = /https?:\/\/[^\s<>"'`]+/giu;

/** The parts of a caption in order; joining their texts gives the caption again. */
export function captionParts(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = [];
  let at = 0;
  for (const match of caption.matchAll(LINK)) {
    const text = trimLink(match[0]);
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

/** Cuts off trailing punctuation, and a closing bracket without an opening one in the link. */
function trimLink(link: string): string {
  let text = link;
  for (;;) {
    const last = text.at(-1) ?? "";
    const closesOutside = last === ")" && text.split(")").length > text.split("(").length;
    if (!/[.,;:!?…\]}]/u.test(last) && !closesOutside) return text;
    text = text.slice(0, -1);
  }
}

/**
 * The first `max` user-perceived characters of a caption, and whether anything is cut off. A
 * shortened link or tag at the end still points to its full target.
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

/** The alt text of a post's media: the author's description, or a generic one. */
export function altTextOf(post: Pick<Post, "altText" | "mediaType" | "userId">): string {
  const kind = post.mediaType === "image" ? "Photo" : "Video";
  return post.altText || `${kind} by ${post.userId.name}`;
}
