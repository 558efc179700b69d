import {
  BACKGROUNDS,
  CARD_HEIGHT,
  CARD_LINE,
  CARD_MARGIN,
  CARD_WIDTH,
  type CardBackground,
  cardSize,
} from "@/lib/text/card-look";
import { withoutEmptyLines } from "@/lib/text/rich-text";
import { charactersOf } from "@/lib/text/text";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/** Draws the picture of a card. */

const MARGIN = (CARD_WIDTH * CARD_MARGIN) / 100;
const WIDTH = CARD_WIDTH - 2 * MARGIN;
const HEIGHT = CARD_HEIGHT - 2 * MARGIN;
/** From one size of the letters to the next smaller one, and the smallest, in pixels. */
const STEP = 0.92;
const SMALLEST = 24;

type CardLayout = { size: number; lines: string[] };

/**
 * Breaks words into lines that fit on a card, in the largest of the sizes from `cardSize` downwards
 * in which they do. `measure` returns the width of a text in a size, both in pixels. Lines that
 * don't fit in the smallest one either are left out: the caption has them.
 */
export function layOutCard(text: string, measure: (line: string, size: number) => number): CardLayout {
  const paragraphs = withoutEmptyLines(text.trim()).split("\n");
  for (let size = (CARD_WIDTH * cardSize(text)) / 100; ; size *= STEP) {
    const fits = (line: string) => measure(line, size) <= WIDTH;
    const lines = paragraphs.flatMap((paragraph) => wrap(paragraph, fits));
    const room = Math.floor(HEIGHT / (size * CARD_LINE));
    if (lines.length <= room || size * STEP < SMALLEST) return { size, lines: lines.slice(0, room) };
  }
}

/** Lines of whole words; a word that is wider than a line is broken between characters. */
function wrap(paragraph: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.trim().split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of charactersOf(word)) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...lines, line];
}

/** Whether a text begins in a script that is written from the right. */
const isFromRight = (text: string) => /^\P{L}*[\p{sc=Arab}\p{sc=Hebr}]/u.test(text);

/**
 * Draws words on a background, in the fonts `fontFamily`. The caller owns the object URL. Throws
 * when the browser can't draw or encode it.
 */
export async function drawCard(
  text: string,
  background: CardBackground,
  fontFamily: string,
): Promise<PreparedMedia> {
  const fontOf = (size: number) => `700 ${size}px ${fontFamily}`;
  // Without its file, another font is drawn.
  await document.fonts.load(fontOf(100), text).catch(() => undefined);
  const canvas = Object.assign(document.createElement("canvas"), { width: CARD_WIDTH, height: CARD_HEIGHT });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The card could not be drawn.");
  const { from, to, ink } = BACKGROUNDS[background];
  const gradient = context.createLinearGradient(0, 0, CARD_WIDTH, CARD_HEIGHT);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  context.fillStyle = gradient;
  context.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);

  const { size, lines } = layOutCard(text, (line, inSize) => {
    context.font = fontOf(inSize);
    return context.measureText(line).width;
  });
  context.font = fontOf(size);
  context.fillStyle = ink;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.direction = isFromRight(text) ? "rtl" : "ltr";
  const top = (CARD_HEIGHT - (lines.length - 1) * size * CARD_LINE) / 2;
  for (const [index, line] of lines.entries())
    context.fillText(line, CARD_WIDTH / 2, top + index * size * CARD_LINE);

  // Safari makes a PNG of it, which is larger.
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
  if (!file) throw new Error("The card could not be drawn.");
  return {
    file,
    fileName: file.type === "image/webp" ? "card.webp" : "card.png",
    mediaType: "image",
    objectUrl: URL.createObjectURL(file),
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  };
}
