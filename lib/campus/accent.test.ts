import { readFileSync } from "node:fs";
import { accentProblem, accentStyle, contrast, shadesOf } from "@/lib/campus/accent";

const css = readFileSync("app/globals.css", "utf8");

/** What the first rule with these words in its selector says of each token. */
function tokensOf(selector: string) {
  const rule = css
    .slice(css.indexOf(`${selector} {`))
    .split("}", 1)
    .join();
  const shade = (token: string) => new RegExp(`^ *${token}: (#[0-9a-f]{6});`, "m").exec(rule)?.[1];
  return {
    brand: shade("--brand"),
    strong: shade("--brand-strong"),
    soft: shade("--soft"),
    softStrong: shade("--soft-strong"),
  };
}

test("without an accent the shades of both themes are those of the style sheet", () => {
  expect(shadesOf(undefined)).toEqual({ light: tokensOf(":root"), dark: tokensOf('[data-theme="dark"]') });
});

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test.each(["#3046e6", "#0b6b4f", "#8b0000", "#000000", "#6b21a8"])(
  "%s can be read in both themes",
  (accent) => {
    expect(accentProblem(accent)).toBeUndefined();
    const { light, dark } = shadesOf(accent);
    const pairs: [string, string][] = [
      ["#ffffff", light.brand],
      ["#ffffff", light.strong],
      // The darkest surface of the light theme, the page and a card of the dark one.
      ["#f0eee8", light.brand],
      [light.soft, light.brand],
      [light.softStrong, light.brand],
      ["#0d0f13", dark.brand],
      ["#0d0f13", dark.strong],
      ["#1d2129", dark.brand],
      [dark.soft, dark.brand],
      [dark.softStrong, dark.brand],
    ];
    for (const [one, other] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
  },
);

test("the style sheet sets the tokens of globals.css in both themes, and nothing else", () => {
  const style = accentStyle("#0b6b4f");
  const tokens = new Set(style.match(/--[a-z-]+(?=:)/g));
  expect([...tokens].sort()).toEqual(["--brand", "--brand-strong", "--bubble", "--soft", "--soft-strong"]);
  for (const token of tokens) expect(css).toContain(`  ${token}: `);
  expect(style).toContain(":root:root{--brand:#0b6b4f;");
  expect(style).toContain('[data-theme="dark"]{--brand:#');
});
