import { charactersOf, countCharacters } from "@/lib/text/text";

/** Tags and web addresses in the text of captions, comments and bios. Pure. */

/** Matches a `#tag` in a text; the first group is the tag without its sign. */
const HASHTAG = /(?<![\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/gu;

type Tag = { index: number; text: string; tag: string };

/** The `#tags` of a text in order, in lower case without the sign. A tag needs a letter. */
export function tagsIn(text: string): Tag[] {
  return [...text.matchAll(HASHTAG)].flatMap(({ 0: match, 1: name = "", index }) =>
    /\p{L}/u.test(name) ? [{ index, text: match, tag: name.normalize("NFC").toLowerCase() }] : [],
  );
}

/** A part of a text: plain text, a `#tag`, or a link with `text`, a short form of its address. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "tag"; text: string; tag: string }
  | { kind: "link"; text: string; href: string };

/** An address with its scheme, or one that begins with `www.` and is no part of another word. */
const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}\p{M}@./_-])www\.(?=[^\s.]+\.))[^\s<>"'`]+/giu;

/** The parts of a text in order. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const address = trimLink(match[0]);
    const href = /^www/i.test(address) ? `https://${address}` : address;
    if (!URL.canParse(href)) continue;
    parts.push(...withTags(text.slice(at, match.index)), { kind: "link", text: shortAddress(href), href });
    at = match.index + address.length;
  }
  parts.push(...withTags(text.slice(at)));
  return parts;
}

function withTags(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, text: shown, tag } of tagsIn(text)) {
    if (index > at) parts.push({ kind: "text", text: text.slice(at, index) });
    parts.push({ kind: "tag", text: shown, tag });
    at = index + shown.length;
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

/** The longest address that is shown in full. */
const ADDRESS_MAX = 36;

/**
 * An address as people read it: `example.org/posts`. The host is the one a browser would open, so
 * that neither a user name before it nor look-alike letters can pretend to be another one.
 */
function shortAddress(href: string): string {
  const path = href.replace(/^https?:[/\\]*[^/\\?#]*/i, "");
  const address = new URL(href).host.replace(/^www\./, "") + (path === "/" ? "" : path);
  const characters = [...charactersOf(address)];
  return characters.length > ADDRESS_MAX ? `${characters.slice(0, ADDRESS_MAX - 1).join("")}…` : address;
}

/** Fewer hidden characters than this are not worth a press on Show more. */
const HIDDEN_MIN = 30;
/** How far back a cut looks for the end of a word. Scripts without spaces have none. */
const WORD_MAX = 50;

/**
 * The parts to show of a text, at most `max` user-perceived characters, and whether any are hidden.
 * It ends with a whole word, and a tag or link is shown in full or not at all.
 */
export function textPreview(parts: TextPart[], max: number): { parts: TextPart[]; isCut: boolean } {
  const length = parts.reduce((sum, part) => sum + countCharacters(part.text), 0);
  if (length < max + HIDDEN_MIN) return { parts, isCut: false };
  const shown: TextPart[] = [];
  let left = max;
  for (const part of parts) {
    const count = countCharacters(part.text);
    if (count > left) {
      if (part.kind === "text") shown.push({ ...part, text: wholeWords(part.text, left) });
      break;
    }
    shown.push(part);
    left -= count;
  }
  const last = shown.at(-1);
  if (last?.kind === "text") shown[shown.length - 1] = { ...last, text: last.text.trimEnd() };
  return { parts: shown, isCut: true };
}

/** The first `max` characters of a longer text, without the word that would be split. */
function wholeWords(text: string, max: number): string {
  const characters = [...charactersOf(text)];
  for (let end = max; end >= Math.max(0, max - WORD_MAX); end--) {
    if (end === 0 || /^\s/.test(characters[end] ?? "")) return characters.slice(0, end).join("");
  }
  return characters.slice(0, max).join("");
}
