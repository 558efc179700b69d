import localFont from "next/font/local";

/*
 * Both families come from npm packages, so that a build never downloads a font. The Latin file of
 * each is preloaded. The extended one (Ł, ș, ế …) has a unicode-range, so that only pages with such
 * letters fetch it. The rupee sign (U+20B9) is in no range: it is common here and not worth 85 kB,
 * so a system font draws it. Headings use one weight, and so does their file. Fallbacks with
 * matching metrics are in globals.css, so that nothing moves when the fonts arrive. Options are
 * literals, because next/font reads them at build time.
 */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
  adjustFontFallback: false,
});

const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter-extended",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20B8,U+20BA-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const bricolage = localFont({
  src: "../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
  weight: "700",
  variable: "--font-bricolage",
  display: "swap",
  adjustFontFallback: false,
});

const bricolageExtended = localFont({
  src: "../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff2",
  weight: "700",
  variable: "--font-bricolage-extended",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20B8,U+20BA-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** Classes for <html> that define the variables used by `--font-sans` and `--font-display`. */
export const fontVariables = [inter, interExtended, bricolage, bricolageExtended]
  .map((font) => font.variable)
  .join(" ");
