import { HASHTAGS_MAX } from "@/lib/posts/limits";

/** Matches a `#tag` in a text; the first group is the tag without its sign. */
export const HASHTAG = /(?<![\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/gu;

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
