import { SCREENS } from "../lib/screens";
import { animationsEnded, expect, signIn, test } from "./fixtures";

/** What screens.spec.ts does not check of each screen alone (WCAG 2.2 AA). */

test("every screen has a title of its own", { tag: "@desktop" }, async ({ context, request }) => {
  await signIn(context, "Aarav Sharma");
  const paths = new Map<string, string>();
  for (const { path, access } of SCREENS) {
    // Those are titled by what people wrote, or by what the section is called.
    if (path.includes("{")) continue;
    const response = await (access === "auth" ? request : context.request).get(path);
    const shown = new URL(response.url()).pathname;
    const title = /<title>(.+?)<\/title>/s.exec(await response.text())?.[1] ?? `${path} without a title`;
    // The composer has three addresses, which begin alike.
    const other = paths.get(title) ?? shown;
    const isSame = shown.startsWith(other) || other.startsWith(shown);
    expect(isSame, `${title} is the title of ${other} and of ${shown}`).toBe(true);
    paths.set(title, shown);
  }
  expect(paths.size).toBeGreaterThan(20);
});

test("reduced motion, forced colours and more contrast are respected", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  await signIn(context, "Aarav Sharma");
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await page.goto("/settings/appearance");
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationDuration, transitionDuration].flatMap((list) => list.split(", ").map(parseFloat));
    }),
  );
  expect(Math.max(...durations)).toBeLessThan(0.001);
  // On and off must differ by more than a colour, which forced colours remove. One of the switches
  // is off only in this browser: hydration turns it, and its knob follows with the next frame.
  await expect(page.getByRole("switch", { name: "Remind me of descriptions" })).not.toBeChecked();
  await animationsEnded(page);
  const knobs = await page.getByRole("switch").evaluateAll((all) =>
    all.map((toggle) => {
      const knob = toggle.firstElementChild ?? toggle;
      const track = toggle.getBoundingClientRect();
      const { backgroundColor } = getComputedStyle(knob);
      return {
        on: toggle.getAttribute("aria-checked") === "true",
        right:
          knob.getBoundingClientRect().left + knob.getBoundingClientRect().width / 2 >
          track.left + track.width / 2,
        edged:
          getComputedStyle(toggle).borderStyle !== "none" ||
          backgroundColor !== getComputedStyle(toggle).backgroundColor,
      };
    }),
  );
  expect(knobs.length).toBeGreaterThan(2);
  for (const knob of knobs) expect(knob).toMatchObject({ right: knob.on, edged: true });
  // What is only a fill elsewhere: the current link, and buttons.
  const styleOf = (selector: string, property: string) =>
    page.evaluate(
      ([of = "", name = ""]) => {
        const element = document.querySelector(of);
        return element && getComputedStyle(element).getPropertyValue(name);
      },
      [selector, property],
    );
  expect(await styleOf("nav a[aria-current=page]", "outline-style")).toBe("solid");
  expect(await styleOf("nav a[href^='/create-post-modal']", "border-top-width")).toBe("1px");

  await page.emulateMedia({ forcedColors: "none", contrast: "no-preference" });
  const usual = await styleOf("body", "--ink2");
  await page.emulateMedia({ contrast: "more" });
  expect(await styleOf("body", "--ink2")).not.toBe(usual);
});
