import { fitsCard } from "@/lib/posts/card";
import { BACKGROUNDS, CARD_BACKGROUNDS, cardSize } from "@/lib/text/card-look";

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each(CARD_BACKGROUNDS)("the ink on %s can be read at both ends", (background) => {
  const { from, to, ink } = BACKGROUNDS[background];
  expect(contrast(ink, from)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(ink, to)).toBeGreaterThanOrEqual(4.5);
});

test("there are six backgrounds, each with a name of its own", () => {
  expect(new Set(CARD_BACKGROUNDS.map((background) => BACKGROUNDS[background].label)).size).toBe(6);
});

test("a card has something to read, and at most 280 characters as people count them", () => {
  expect(fitsCard("Hi")).toBe(true);
  expect(fitsCard(` ${"👨‍👩‍👧‍👦".repeat(280)} `)).toBe(true);
  expect(fitsCard("a".repeat(281))).toBe(false);
  expect(fitsCard(" \u200b ")).toBe(false);
});

test("more words, more lines and longer words are set smaller", () => {
  const sizes = ["Hi", "word ".repeat(12), "word ".repeat(24), "word ".repeat(40), "word ".repeat(56)].map(
    cardSize,
  );
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBe(sizes.length);
  expect(cardSize("one\ntwo\nthree\nfour\nfive\nsix\nseven")).toBeLessThan(cardSize("one two three four"));
  expect(cardSize("Donaudampfschifffahrt")).toBeLessThan(cardSize("Donau dampf"));
});
