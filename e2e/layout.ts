import type { Page } from "playwright/test";
import { animationsEnded, expect, expectNoSidewaysScroll } from "./fixtures";

/** How a screen is laid out for people who see little, touch, or listen (WCAG 2.2 AA). */

/** The page has one `main`, one `h1`, and no heading that skips a level. */
export async function expectOrderedHeadings(page: Page): Promise<void> {
  await expect(page.locator("main")).toHaveCount(1);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const levels = await page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => Number(heading.tagName[1])),
  );
  expect(
    levels.filter((level) => level === 1),
    "has one h1",
  ).toHaveLength(1);
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
  expect(skipped, "skips no heading level").toEqual([]);
}

/** Each control can be hit by a finger. */
export async function expectLargeTargets(page: Page): Promise<void> {
  // Further down, the bar at the bottom is hidden; it takes a while to come back.
  await page.evaluate(() => window.scrollTo(0, 0));
  await animationsEnded(page);
  await expect.poll(() => smallTargets(page), "has small touch targets").toEqual([]);
}

const DESKTOP = { width: 1280, height: 860 };
/** What a zoom of 200 % leaves of a desktop, in CSS pixels. */
const ZOOMED = { width: 640, height: 430 };
const PHONE = { width: 390, height: 844 };
/** The smallest supported phone, in CSS pixels. */
const SMALLEST = { width: 320, height: 640 };

/** Resizes the window, and waits for what the page does about it. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await animationsEnded(page);
}

/** The page does not scroll sideways at twice the size. */
export async function expectFitsZoomed(page: Page): Promise<void> {
  await resize(page, ZOOMED);
  await expectNoSidewaysScroll(page);
}

/** The page does not scroll sideways on the smallest phone. */
export async function expectFitsSmallest(page: Page): Promise<void> {
  await resize(page, SMALLEST);
  await expectNoSidewaysScroll(page);
}

/** The page fits a phone, and the smallest one, with text at twice its size. */
export async function expectFitsLargeText(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  for (const size of [PHONE, SMALLEST]) {
    await resize(page, size);
    await expectNoSidewaysScroll(page);
    await expect.poll(() => controlsOffScreen(page), "has controls off the screen").toEqual([]);
  }
}

/** How far the area of a control may extend over the edge: not its icon. */
const OVER_EDGE = 8;

/** The controls that lie outside the screen, and out of a box that scrolls. */
const controlsOffScreen = (page: Page) =>
  page.evaluate((overEdge) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const isClipped = (element: HTMLElement | null): boolean =>
      element !== null && (element.offsetWidth <= 1 || isClipped(element.parentElement));
    const controls = "a[href], button, input, select, textarea, [role=switch]";
    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((control) => !control.closest("[inert], [aria-hidden=true]") && !scrolls(control.parentElement))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ control, box }) => !isClipped(control) && box.bottom > 0)
      .filter(({ box }) => box.left < -overEdge || box.right > window.innerWidth + overEdge)
      .map(({ control }) => control.getAttribute("aria-label") ?? control.textContent?.slice(0, 40));
  }, OVER_EDGE);

/** The page ends with its content: nothing has fallen below it. */
export async function expectEndsWithContent(page: Page): Promise<void> {
  const below = () =>
    page.evaluate(() => {
      const content = [...document.querySelectorAll("main, footer")].map(
        (part) => part.getBoundingClientRect().bottom + window.scrollY,
      );
      const end = Math.max(window.innerHeight, ...content);
      return Math.round(document.documentElement.scrollHeight - end);
    });
  // The height of a page is a whole number, that of its content is not.
  await expect.poll(below, "is higher than its content, by").toBeLessThanOrEqual(1);
}

/** During `inspect`, the page of a phone has a desktop's window and mouse. */
export async function onDesktop(page: Page, inspect: () => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? SMALLEST;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await resize(page, DESKTOP);
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(false);
  await inspect();
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await resize(page, size);
}

/** Waits for the rail, which loads once there is space for it and a network. */
export async function expectRail(page: Page): Promise<void> {
  const rail = page.getByRole("complementary", { name: "Around campus" });
  if ((await rail.isVisible()) && (await page.evaluate(() => navigator.onLine)))
    await expect(rail.getByRole("heading").first()).toBeVisible();
}

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
        ["inline", "inline-block"].includes(getComputedStyle(element).display) &&
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
