import { fold } from "@/lib/text/fold";
import { charactersOf, countCharacters } from "@/lib/text/text";

/** Tags, mentions and web addresses in the text of captions, comments, bios and messages. Pure. */

/** A mark of a letter, and not what makes a picture of an emoji or of the digit before it. */
const MARK = String.raw`(?![\ufe00-\ufe0f\u20dd-\u20e4])\p{M}`;
/** A letter or digit with its marks, which is no keycap emoji. */
const LETTER = String.raw`[\p{L}\p{N}](?!\ufe0f?\u20e3)(?:${MARK})*`;
/** Between letters, U+200C and U+200D belong to the word, as in Hindi and Persian. */
const SIGN = String.raw`(?:${LETTER}(?:[\u200c\u200d](?=\p{L}))?|_)`;
const TAG = `${SIGN}+`;
/** The most code points of a tag. */
const TAG_MAX = 50;

/** Matches a `#tag` in a text; the first group is the tag without its sign. */
const HASHTAG = new RegExp(String.raw`(?<![_&/#]|[\p{L}\p{N}](?:${MARK})*)#(${TAG})`, "gu");

type Tag = { index: number; text: string; tag: string };

/**
 * The `#tags` of a text in order, each folded and without its sign, so that `#Café` and `#cafe` are
 * one. A tag needs a letter.
 */
export function tagsIn(text: string): Tag[] {
  return [...text.matchAll(HASHTAG)].flatMap(({ 0: match, 1: name = "", index }) => {
    const tag = fold(name);
    return /\p{L}/u.test(tag) && isTag(name) && isTag(tag) ? [{ index, text: match, tag }] : [];
  });
}

const WHOLE_TAG = new RegExp(`^${TAG}$`, "u");

/** Whether a text is what may follow the sign of a tag. */
export const isTag = (text: string) => WHOLE_TAG.test(text) && [...text].length <= TAG_MAX;

/** A person whom a text names, by the username in it. */
export type Mention = { _id: string; username: string };

/** An `@username`, which is no part of a word or of an email address. */
const MENTION = /(?<![\p{L}\p{M}\p{N}_@])@([a-z0-9]+(?:\.[a-z0-9]+)*)(?![\p{L}\p{M}\p{N}_])/giu;
/** A web address without its scheme, up to the `@` of a path: `example.org/@name`. */
const BARE_ADDRESS = /^[^\p{L}\p{N}@]*[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\//u;

/** The matches of `MENTION` in a text, without those in a bare web address. */
const mentionsIn = (text: string) =>
  [...text.matchAll(MENTION)].flatMap(({ 1: name = "", index }) => {
    const word = text.slice(0, index).match(/\S*$/)?.[0] ?? "";
    return word.endsWith("/") && BARE_ADDRESS.test(word) ? [] : [{ name: name.toLowerCase(), index }];
  });

/**
 * What may be the username after an `@`, the longest first: a sentence may go on without a space,
 * so that `name.Thanks` is `name.thanks` where there is such a person, else `name`.
 */
function candidatesIn(name: string): string[] {
  const parts = name.split(".");
  return parts.map((_, cut) => parts.slice(0, parts.length - cut).join("."));
}

/**
 * A part of a text: plain text, a `#tag`, the `@username` of a person, or a link with `text`, a
 * short form of its address.
 */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "tag"; text: string; tag: string }
  | { kind: "mention"; text: string; personId: string }
  | { kind: "link"; text: string; href: string };

/**
 * A character of an address. Spaces, `<`, `>` and `"` end it, and so do characters that no one sees
 * and, outside ASCII, quotes, brackets and marks of a sentence. The two dots are within words.
 */
const ADDRESS_CHARACTER = String.raw`(?:[!#-;=?-_a-~·・]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})|(?![\s\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}])[^\0-\x7f])`;

/** An address with its scheme, or one that begins with `www.` and is no part of another word. */
const LINK = new RegExp(
  String.raw`(?:https?:\/\/|(?<![@./-]|[\p{L}\p{N}](?:${MARK})*_*)www\.(?=[^\s.]+\.))${ADDRESS_CHARACTER}+`,
  "giu",
);

/** The parts of a text in order. An `@username` that is not among `mentions` is plain text. */
export function textParts(text: string, mentions: readonly Mention[] = []): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const address = trimLink(match[0], text.slice(0, match.index));
    const href = /^www/i.test(address) ? `https://${address}` : address;
    if (!URL.canParse(href)) continue;
    parts.push(...withTags(text.slice(at, match.index)), { kind: "link", text: shortAddress(href), href });
    at = match.index + address.length;
  }
  parts.push(...withTags(text.slice(at)));
  return mentions.length === 0 ? parts : parts.flatMap((part) => withMentions(part, mentions));
}

function withMentions(part: TextPart, mentions: readonly Mention[]): TextPart[] {
  if (part.kind !== "text") return [part];
  const idOf = new Map(mentions.map(({ username, _id }) => [username.toLowerCase(), _id]));
  const parts: TextPart[] = [];
  let at = 0;
  for (const { name, index } of mentionsIn(part.text)) {
    const username = candidatesIn(name).find((candidate) => idOf.has(candidate)) ?? "";
    const personId = idOf.get(username);
    if (personId === undefined) continue;
    const shown = part.text.slice(index, index + "@".length + username.length);
    if (index > at) parts.push({ kind: "text", text: part.text.slice(at, index) });
    parts.push({ kind: "mention", text: shown, personId });
    at = index + shown.length;
  }
  if (at < part.text.length) parts.push({ kind: "text", text: part.text.slice(at) });
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

const BRACKETS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * A link without what belongs to the sentence around it. Brackets and quotes are part of a link
 * only when they are opened in it. At its end, so are marks (`*bold*`), and never punctuation and
 * emoji.
 */
function trimLink(link: string, before: string): string {
  let text = link.slice(0, endOfQuote(link, before));
  text = text.slice(0, firstUnopened(text));
  for (;;) {
    const shorter = text
      .replace(/(?:[.,;:!?–—]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI})+$/u, "")
      .replace(/(['*_~])\1*$/, (run, mark) => (isPartOfLink(mark, text, before) ? run : ""));
    if (shorter === text) return text;
    text = shorter;
  }
}

/** Where the quote ends that begins directly before a link: `'https://a.in/b' said she`. */
function endOfQuote(link: string, before: string): number | undefined {
  if (!before.endsWith("'")) return undefined;
  const end = link.search(/'(?![\p{L}\p{N}])/u);
  return end === -1 ? undefined : end;
}

/** The index of the first bracket that closes without having been opened in the link. */
function firstUnopened(link: string): number | undefined {
  const open: string[] = [];
  for (const { 0: bracket, index } of link.matchAll(/[()[\]{}]/g)) {
    const opening = BRACKETS[bracket];
    if (opening === undefined) open.push(bracket);
    else if (open.includes(opening)) open.splice(open.lastIndexOf(opening), 1);
    else return index;
  }
  return undefined;
}

/**
 * Whether the mark at the end of a link is the link's. It is not when the line before the link has
 * begun with it (`*see https://a.in/b*`); otherwise `*` and `'` need another one in the link, while
 * `_` and `~` are usual ends of an address.
 */
function isPartOfLink(mark: string, link: string, before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (new RegExp(String.raw`(?<![\p{L}\p{N}])[${mark}]+(?:\S|$)`, "u").test(line)) return false;
  return mark === "_" || mark === "~" || link.indexOf(mark) < link.search(/(.)\1*$/);
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

/** How far back a cut looks for the end of a word. Scripts without spaces have none. */
const WORD_MAX = 50;

/**
 * The parts to show of a text, at most `max` user-perceived characters, and whether any are hidden.
 * It ends with a whole word, and a tag, mention or link is shown in full or not at all.
 */
export function textPreview(parts: TextPart[], max: number): { parts: TextPart[]; isCut: boolean } {
  const length = parts.reduce((sum, part) => sum + countCharacters(part.text), 0);
  if (length <= max) return { parts, isCut: false };
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
  // Its own dots would make four of the three that say that it goes on.
  if (last?.kind === "text") shown[shown.length - 1] = { ...last, text: last.text.replace(/[\s.…]+$/, "") };
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

/** A text as it is shown: several empty lines in a row would only make it taller. */
export const withoutEmptyLines = (text: string) => text.replace(/\n{3,}/g, "\n\n");

/**
 * The parts that fit into so many lines, each as long as it was written, and whether any do not.
 */
export function linesPreview(parts: TextPart[], lines: number): { parts: TextPart[]; isCut: boolean } {
  let left = lines;
  for (const [index, part] of parts.entries()) {
    // Only plain text has line breaks.
    const shown = part.kind === "text" ? withoutEmptyLines(part.text).split("\n") : [part.text];
    if (shown.length > left) {
      const text = shown.slice(0, left).join("\n").trimEnd();
      return { parts: [...parts.slice(0, index), { kind: "text", text }], isCut: true };
    }
    left -= shown.length - 1;
  }
  return { parts, isCut: false };
}

/**
 * What may be the usernames after each `@` in a text: in lower case, in the text's order, of each
 * `@` the longest first. None in links.
 */
export function usernamesIn(text: string): string[][] {
  const plain = textParts(text).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  const names = plain.flatMap((each) => mentionsIn(each).map(({ name }) => name));
  return [...new Set(names)].map(candidatesIn);
}
