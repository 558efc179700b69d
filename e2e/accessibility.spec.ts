import type { Page } from "playwright/test";
import { publish } from "./feed";
import { expect, expectNoSidewaysScroll, makePerson, type Person, signIn, test } from "./fixtures";

/**
 * Every screen can be touched, told apart by its title, read in order, and used at twice its size
 * (WCAG 2.2 AA).
 */

const STRANGERS = [
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

const membersScreens = (other: Person, caption: string) => [
  "/mainfeed",
  "/create-post",
  "/posts-feed",
  "/search-users",
  `/search-users?q=${encodeURIComponent(other.name)}`,
  `/tag/${caption.split("#")[1]}`,
  "/notify",
  "/create-notify",
  "/settings",
  "/edit-profile",
  "/profilep",
  `/profile/${other._id}`,
];

/** What a finger needs, in CSS pixels; a pixel less is a matter of rounding. */
const FINGER = 43;
/** What a link among other lines of text needs (WCAG 2.5.8). */
const LINE = 24;

/**
 * The controls that are smaller than a finger where a finger would touch them: measured by asking,
 * from the middle of each outwards, what is hit. So what grows a target without being seen counts,
 * and what covers one does, too.
 */
const smallTargets = (page: Page) =>
  page.evaluate(
    ({ finger, line }) => {
      const controls =
        "a[href], button, input:not([type=file]), select, textarea, summary, [role=switch], [role=tab]";
      const isText = (element: Element) => {
        const { display, backgroundColor } = getComputedStyle(element);
        return (
          element.matches("a") && display !== "flex" && display !== "grid" && /, 0\)$/.test(backgroundColor)
        );
      };
      const inSentence = (element: Element) =>
        getComputedStyle(element).display === "inline" &&
        [...(element.parentNode?.childNodes ?? [])].some((one) => one !== element && one.textContent?.trim());
      return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
        if (control.matches(":disabled, [tabindex='-1']") || control.closest("[inert], [aria-hidden=true]"))
          return [];
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
        if (control.offsetWidth <= 1 || inSentence(control)) return [];
        control.scrollIntoView({ block: "center", behavior: "instant" });
        const box = control.getBoundingClientRect();
        const middle = [box.left + box.width / 2, box.top + box.height / 2] as const;
        const labels = [...((control as HTMLInputElement).labels ?? [])];
        const isHit = (x: number, y: number) => {
          const hit = document.elementFromPoint(x, y);
          return hit !== null && (control.contains(hit) || labels.some((label) => label.contains(hit)));
        };
        const reach = (dx: number, dy: number) => {
          let far = 0;
          while (far < finger && isHit(middle[0] + dx * (far + 0.5), middle[1] + dy * (far + 0.5))) far += 1;
          return far;
        };
        // Skip links and the like come on screen only when they are focused.
        if (box.bottom < 0) return [];
        const [width, height] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
        if (width >= finger && height >= (isText(control) ? line : finger)) return [];
        return [
          `${width}×${height} ${control.getAttribute("aria-label") ?? control.textContent?.slice(0, 40)}`,
        ];
      });
    },
    { finger: FINGER, line: LINE },
  );

/** The levels of the headings as they are read. */
const headings = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => Number(heading.tagName[1])),
  );

test("every screen can be reached, read and touched", async ({ page, context, request, isMobile }) => {
  test.slow();
  const other = await makePerson(request, `Ishita ${Date.now().toString(36).replace(/\d/g, "q")}`);
  const caption = `A hill #hill${Date.now().toString(36)}`;
  await publish(request, other, caption);
  // At 1280×860 a zoom of 200% leaves half of each.
  if (!isMobile) await page.setViewportSize({ width: 640, height: 430 });
  const titles = new Map<string, string>();

  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await expect(page.locator("main")).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    const levels = await headings(page);
    expect(
      levels.filter((level) => level === 1),
      `${path} has one first heading`,
    ).toHaveLength(1);
    expect(
      levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1),
      `${path} skips no level`,
    ).toEqual([]);
    const title = await page.title();
    const known = titles.get(title);
    if (known && !path.startsWith(known)) expect(`${path}: ${title}`).toBe(`a title ${known} does not have`);
    titles.set(title, path);
    await expectNoSidewaysScroll(page);
    if (isMobile) expect(await smallTargets(page), `${path} can be touched`).toEqual([]);
  };
  for (const path of STRANGERS) await look(path);
  await signIn(context, "Aarav Sharma");
  for (const path of membersScreens(other, caption)) await look(path);
});

test("who wants no motion gets none, and who chose their own colours keeps them", async ({
  page,
  context,
}) => {
  await signIn(context, "Aarav Sharma");
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await page.goto("/settings");
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) => {
      const { animationDuration, transitionDuration } = getComputedStyle(element);
      return [animationDuration, transitionDuration].flatMap((list) => list.split(", ").map(parseFloat));
    }),
  );
  expect(Math.max(...durations)).toBeLessThan(0.001);
  // What is on and what is off has to be told apart by more than a colour the system takes away.
  const knobs = await page.getByRole("switch").evaluateAll((all) =>
    all.map((one) => {
      const knob = one.firstElementChild ?? one;
      const track = one.getBoundingClientRect();
      const { backgroundColor } = getComputedStyle(knob);
      return {
        on: one.getAttribute("aria-checked") === "true",
        right:
          knob.getBoundingClientRect().left + knob.getBoundingClientRect().width / 2 >
          track.left + track.width / 2,
        edged:
          getComputedStyle(one).borderStyle !== "none" ||
          backgroundColor !== getComputedStyle(one).backgroundColor,
      };
    }),
  );
  expect(knobs.length).toBeGreaterThan(2);
  for (const knob of knobs) expect(knob).toMatchObject({ right: knob.on, edged: true });
});
