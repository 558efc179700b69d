import type { Page } from "playwright/test";
import { publish } from "./feed";
import {
  animationsEnded,
  expect,
  expectNoSidewaysScroll,
  makePerson,
  type Person,
  signIn,
  test,
} from "./fixtures";
import { fakeGoogle } from "./google";

/**
 * Every screen has large enough touch targets, a title of its own, headings in order, and works at
 * 200 % zoom (WCAG 2.2 AA).
 */

const PUBLIC_PATHS = [
  "/",
  "/login-page",
  "/select-college-page",
  "/enter-college-email-page",
  "/enter-password-page",
  "/add-profile-picture-page",
  "/testregister",
  "/onboarding-guide-page",
  "/up",
];

const memberPaths = (other: Person, caption: string) => [
  "/mainfeed",
  "/create-post",
  "/posts-feed",
  "/search-users",
  `/search-users?q=${encodeURIComponent(other.name)}`,
  `/tag/${caption.split("#")[1]}`,
  "/notify",
  "/messages",
  "/settings/messages",
  "/create-notify",
  "/settings",
  "/settings/appearance",
  "/settings/about",
  "/edit-profile",
  "/profilep",
  "/join-circles-page",
  `/profile/${other._id}`,
];

/** What a zoom of 200 % leaves of a desktop (1280×860), in CSS pixels. */
const ZOOMED = { width: 640, height: 430 };

/** The size of a touch target in CSS pixels: 44, less one for rounding. */
const TARGET_SIZE = 43;
/** The height of a link among other lines of text (WCAG 2.5.8). */
const TEXT_LINK_HEIGHT = 24;

/**
 * The controls whose touch targets are too small. It hit-tests from the centre of each control
 * outwards, so that invisible extensions of a target count, and so does whatever covers it.
 */
const smallTargets = (page: Page) =>
  page.evaluate(
    ({ targetSize, textLinkHeight }) => {
      const controls =
        "a[href], button, input:not([type=file]), select, textarea, summary, [role=switch], [role=tab]";
      const isTextLink = (element: Element) => {
        const { display, backgroundColor } = getComputedStyle(element);
        return (
          element.matches("a") && display !== "flex" && display !== "grid" && /, 0\)$/.test(backgroundColor)
        );
      };
      /** Only screen readers find what is inside of a single pixel. */
      const isClipped = (element: HTMLElement | null): boolean =>
        element !== null && (element.offsetWidth <= 1 || isClipped(element.parentElement));
      const inSentence = (element: Element) =>
        getComputedStyle(element).display === "inline" &&
        [...(element.parentNode?.childNodes ?? [])].some(
          (node) => node !== element && node.textContent?.trim(),
        );
      return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
        if (control.matches(":disabled, [tabindex='-1']") || control.closest("[inert], [aria-hidden=true]"))
          return [];
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
        if (isClipped(control) || inSentence(control)) return [];
        control.scrollIntoView({ block: "center", behavior: "instant" });
        const box = control.getBoundingClientRect();
        const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
        const labels = [...((control as HTMLInputElement).labels ?? [])];
        const isHit = (x: number, y: number) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (control.contains(hit) || labels.some((label) => label.contains(hit)));
        };
        const reach = (dx: number, dy: number) => {
          let distance = 0;
          while (
            distance < targetSize &&
            isHit(middle[0] + dx * (distance + 0.5), middle[1] + dy * (distance + 0.5))
          )
            distance += 1;
          return distance;
        };
        // Skip links are off screen until they are focused.
        if (box.bottom < 0) return [];
        const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
        if (width >= targetSize && height >= (isTextLink(control) ? textLinkHeight : targetSize)) return [];
        return [
          `${width}×${height} ${control.getAttribute("aria-label") ?? control.textContent?.slice(0, 40)}`,
        ];
      });
    },
    { targetSize: TARGET_SIZE, textLinkHeight: TEXT_LINK_HEIGHT },
  );

/** The levels of the headings in reading order. */
const headings = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => Number(heading.tagName[1])),
  );

test("every screen has a title, ordered headings and large touch targets, and fits at twice the size", {
  tag: "@phone",
}, async ({ page, context, request }) => {
  await fakeGoogle(context, "closed");
  test.slow();
  const other = await makePerson(request, `Ishita ${Date.now().toString(36).replace(/\d/g, "q")}`);
  const caption = `A hill #hill${Date.now().toString(36)}`;
  await publish(request, other, caption);
  const phone = page.viewportSize() ?? ZOOMED;
  const titles = new Map<string, string>();

  const checkScreen = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await expect(page.locator("main")).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    const levels = await headings(page);
    expect(
      levels.filter((level) => level === 1),
      `${path} has one h1`,
    ).toHaveLength(1);
    expect(
      levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      `${path} skips no heading level`,
    ).toEqual([]);
    const title = await page.title();
    const otherPath = titles.get(title);
    if (otherPath && !path.startsWith(otherPath))
      expect(`${path}: ${title}`).toBe(`a title that ${otherPath} does not have`);
    titles.set(title, path);
    await expectNoSidewaysScroll(page);
    expect(await smallTargets(page), `${path} has small touch targets`).toEqual([]);
    await page.setViewportSize(ZOOMED);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(phone);
  };
  for (const path of PUBLIC_PATHS) await checkScreen(path);
  await signIn(context, "Aarav Sharma");
  for (const path of memberPaths(other, caption)) await checkScreen(path);
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
