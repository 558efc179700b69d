/**
 * The colours that follow from a campus's accent, each readable (WCAG 2.2, 1.4.3). Without an
 * accent app/globals.css has them all.
 */

/** The contrast that WCAG demands of text that is not large. */
const CONTRAST_MIN = 4.5;
const WHITE = "#ffffff";
const BLACK = "#000000";
/** `--surface` of the dark theme (app/globals.css). */
const DARK_SURFACE = "#15181e";
/** Comfortable on it, as the product's own blue is. */
const DARK_CONTRAST = 7;

/** What a theme makes of the accent: text and buttons, the same pressed, and tints behind text. */
type Shades = { brand: string; strong: string; soft: string; softStrong: string };

/** The product's own, as app/globals.css has them. */
const OWN: Record<"light" | "dark", Shades> = {
  light: { brand: "#3046e6", strong: "#2335c2", soft: "#eaedff", softStrong: "#dbe0ff" },
  dark: { brand: "#93a1ff", strong: "#b0baff", soft: "#1e2446", softStrong: "#283060" },
};

/** The shades of both themes; the product's own without an accent. */
export function shadesOf(accent: string | undefined): Record<"light" | "dark", Shades> {
  return accent === undefined ? OWN : { light: lightShades(accent), dark: darkShades(accent) };
}

/** Why an accent cannot be used, to follow its name in a sentence; undefined for a good one. */
export function accentProblem(accent: string): string | undefined {
  const onButton = contrast(WHITE, accent);
  if (onButton < CONTRAST_MIN)
    return `is too light: white text on it has a contrast of ${onButton.toFixed(1)}:1 and needs ${CONTRAST_MIN}:1`;
  const onTint = contrast(accent, lightShades(accent).softStrong);
  if (onTint < CONTRAST_MIN)
    return `is too light: as text on a tint of itself it has a contrast of ${onTint.toFixed(1)}:1 and needs ${CONTRAST_MIN}:1`;
  return undefined;
}

/**
 * The style sheet that puts an accent in the place of the product's own blue. Its selectors are
 * stronger than the ones of app/globals.css, wherever it is.
 */
export function accentStyle(accent: string): string {
  const { light, dark } = shadesOf(accent);
  const more = { brand: mix(accent, BLACK, 0.35), strong: mix(accent, BLACK, 0.55) };
  const moreDark = { brand: mix(dark.brand, WHITE, 0.45), strong: mix(dark.brand, WHITE, 0.7) };
  const rule = (selector: string, shades: Partial<Shades>) =>
    `${selector}{${Object.entries(shades)
      .map(([shade, colour]) => `${TOKENS[shade as keyof Shades]}:${colour};`)
      .join("")}}`;
  const bubble = (colour: string) => `${LIGHT}{--bubble:${colour}}`;
  return [
    rule(LIGHT, light),
    bubble(light.brand),
    `@media not print{${rule(DARK, dark)}}`,
    `@media (prefers-contrast:more){${rule(LIGHT, more)}${bubble(more.brand)}${rule(DARK, moreDark)}}`,
  ].join("");
}

const TOKENS: Record<keyof Shades, string> = {
  brand: "--brand",
  strong: "--brand-strong",
  soft: "--soft",
  softStrong: "--soft-strong",
};
const LIGHT = ":root:root";
const DARK = ':root[data-theme="dark"],:root [data-theme="dark"]';

function lightShades(accent: string): Shades {
  return {
    brand: accent,
    strong: mix(accent, BLACK, 0.2),
    soft: mix(accent, WHITE, 0.9),
    softStrong: mix(accent, WHITE, 0.83),
  };
}

/** As light as its own text needs: the accent of the light theme is too dark to be read here. */
function darkShades(accent: string): Shades {
  const [soft, softStrong] = [mix(accent, DARK_SURFACE, 0.8), mix(accent, DARK_SURFACE, 0.7)];
  let share = 0;
  let brand = accent;
  while (contrast(brand, DARK_SURFACE) < DARK_CONTRAST || contrast(brand, softStrong) < CONTRAST_MIN) {
    share += 0.05;
    brand = mix(accent, WHITE, share);
  }
  return { brand, strong: mix(brand, WHITE, 0.3), soft, softStrong };
}

/** The contrast of two colours, 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour with a share of another in it, 0 to 1. */
function mix(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(colour).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
