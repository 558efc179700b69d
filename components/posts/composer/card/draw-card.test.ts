import { layOutCard } from "@/components/posts/composer/card/draw-card";
import { CARD_HEIGHT, CARD_LINE, CARD_WIDTH } from "@/lib/text/card-look";
import { countCharacters } from "@/lib/text/text";

/** Every character is as wide as it is high, more than in any font. */
const wide = (line: string, size: number) => countCharacters(line) * size;
/** About as wide as in the display face. */
const usual = (line: string, size: number) => countCharacters(line) * size * 0.55;

const height = ({ size, lines }: { size: number; lines: string[] }) => lines.length * size * CARD_LINE;

test("few words stand large on one line", () => {
  expect(layOutCard("Chai first.", usual)).toEqual({ size: (CARD_WIDTH * 11) / 100, lines: ["Chai first."] });
});

test("words stay whole, and so do line breaks", () => {
  expect(layOutCard("कुछ लोग चाय की तरह\n\nहोते हैं", usual).lines).toEqual([
    "कुछ लोग चाय की",
    "तरह",
    "",
    "होते हैं",
  ]);
});

test("a word that is wider than the card is broken between characters, not within an emoji", () => {
  const { lines } = layOutCard("👨‍👩‍👧‍👦".repeat(40), usual);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join("")).toBe("👨‍👩‍👧‍👦".repeat(40));
  for (const line of lines) expect(line.startsWith("👨‍👩‍👧‍👦")).toBe(true);
});

test.each([
  ["of narrow characters", "a ".repeat(140)],
  ["in one word", "W".repeat(280)],
  ["of ten words", "Extraordinarily extracurricular ".repeat(9)],
])("280 characters %s fit whole", (_, text) => {
  const layout = layOutCard(text, wide);
  expect(height(layout)).toBeLessThanOrEqual(CARD_HEIGHT);
  expect(layout.lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  for (const line of layout.lines) expect(wide(line, layout.size)).toBeLessThanOrEqual(CARD_WIDTH);
});

test("more lines than there is room for end with the card", () => {
  const layout = layOutCard("a\n".repeat(140), usual);
  expect(height(layout)).toBeLessThanOrEqual(CARD_HEIGHT);
  expect(layout.size).toBeGreaterThanOrEqual(24);
});
