import { readFileSync } from "node:fs";
import { accentProblem, accentStyle, contrast, shadesOf } from "@/lib/campus/accent";

const css = readFileSync("app/globals.css", "utf8");

test("without an accent the shades are those of the style sheet", () => {
  const { light, dark } = shadesOf(undefined);
  for (const shade of [...Object.values(light), ...Object.values(dark)]) expect(css).toContain(`: ${shade};`);
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
