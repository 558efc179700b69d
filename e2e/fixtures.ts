import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { HtmlValidate } from "html-validate";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "playwright/test";
import sharp from "sharp";

/** Shared by all journeys: people who signed up, codes from the outbox, and a watched console. */

let counter = 0;

/** An unused college address. */
export function freshEmail(): string {
  counter += 1;
  return `e2e.${Date.now().toString(36)}.${process.pid}.${counter}@mitsgwl.ac.in`;
}

/** The mails in the outbox for an address, newest first. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<{ subject: string }[]> {
  const { OUTBOX_PASSWORD } = process.env;
  const response = await request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`, {
    headers: OUTBOX_PASSWORD ? { "X-Outbox-Password": OUTBOX_PASSWORD } : {},
  });
  return (await response.json()).mails;
}

/** The newest code in the outbox for an address. */
export async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const codes = (await mailsTo(request, email)).map(({ subject }) => /^\d{6}/.exec(subject)?.[0]);
    code = codes.find((candidate) => candidate !== undefined) ?? "";
    expect(code).not.toBe("");
  }).toPass();
  return code;
}

export type Person = {
  _id: string;
  name: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  /** What the browser stores of them. */
  profile: unknown;
};

/** Headers for a call to the API as a person. */
export const bearer = ({ accessToken }: Pick<Person, "accessToken">) => ({
  Authorization: `Bearer ${accessToken}`,
});

/** Signs a person up through the API. */
export async function makePerson(
  request: APIRequestContext,
  name: string,
  email = freshEmail(),
): Promise<Person> {
  const post = async (path: string, data: unknown) => {
    const response = await request.post(`/api${path}`, { data });
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
    return response.json();
  };
  await post("/auth/register", { email, collegeName: "MITS" });
  await post("/auth/send-otp", { email });
  const otp = await codeFor(request, email);
  const { accessToken, refreshToken, user } = await post("/auth/check-otp", {
    email,
    otp,
    collegeName: "MITS",
  });
  const saved = await request.put(`/api/users/${user._id}`, {
    // Without what new members are offered on the feed: most journeys are of people who know it.
    data: {
      name,
      collegeName: "MITS",
      collegeId: "0901CS231001",
      isAdult: true,
      hidesChecklist: true,
      hidesSuggestions: true,
    },
    headers: bearer({ accessToken }),
  });
  expect(saved.ok()).toBe(true);
  // And without the notice of the demo campus.
  const { notice } = await (
    await request.get("/api/notices/current", { headers: bearer({ accessToken }) })
  ).json();
  if (notice) {
    await request.post(`/api/notices/${notice._id}/dismiss`, { headers: bearer({ accessToken }) });
  }
  const { user: profile } = await saved.json();
  return { _id: user._id, name, email, accessToken, refreshToken, profile };
}

/** Signs a new person in to a browser context, with the same state as the sign-in screens leave. */
export async function signIn(context: BrowserContext, name: string): Promise<Person> {
  // The context's request object shares its cookies with the pages.
  const person = await makePerson(context.request, name);
  await openAs(context, person);
  return person;
}

/** Lets the pages of a context begin with these tokens. */
export async function openAs(
  context: BrowserContext,
  person: Pick<Person, "accessToken" | "refreshToken" | "profile">,
): Promise<void> {
  await context.addInitScript(
    ({ tokens, profile }) => {
      // Only once for each tab, whose name survives: a logout must leave the storage empty.
      if (localStorage.getItem("accessToken") || window.name === "signed-in-once") return;
      window.name = "signed-in-once";
      localStorage.setItem("accessToken", tokens.accessToken);
      localStorage.setItem("refreshToken", tokens.refreshToken);
      localStorage.setItem("userProfile", JSON.stringify(profile));
    },
    { tokens: person, profile: person.profile },
  );
}

/** The browser forgets who was signed in, and not what opens a protected preview. */
export const clearCookies = (context: BrowserContext) => context.clearCookies({ name: /^(?!_vercel)/ });

/** A JPEG, as a phone would send it. */
export async function photo(
  hue: number,
  width = 1200,
  height = 900,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 80% 75%)"/>
    <circle cx="70%" cy="35%" r="120" fill="hsl(${hue + 60} 90% 90%)"/>
    <path d="M0 ${height} L${width * 0.35} ${height * 0.5} L${width * 0.7} ${height} Z" fill="hsl(${hue + 180} 40% 35%)"/>
  </svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer();
  return { name: "photo.jpg", mimeType: "image/jpeg", buffer };
}

/**
 * Waits for the end of all animations, of what has just been pressed, too. Animations of elements
 * that are skipped off screen (content-visibility) never end, so they are not awaited.
 */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What has just changed begins its transition with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const willEnd = (animation: Animation) => {
      const { effect } = animation;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      if (target && !target.checkVisibility({ contentVisibilityAuto: true })) return false;
      return effect?.getComputedTiming().iterations !== Infinity;
    };
    const animations = document.getAnimations().filter(willEnd);
    await Promise.all(animations.map((animation) => animation.finished.catch(() => animation)));
  });
}

/**
 * Closes a layer by Back, as on a page that another one of the app led to. Nothing is navigated to
 * then, which `page.goBack` would wait for.
 */
export async function closeByBack(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState(null, "", location.href));
  const devtools = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await devtools.send("Page.getNavigationHistory");
  const previous = entries[currentIndex - 1];
  if (previous) await devtools.send("Page.navigateToHistoryEntry", { entryId: previous.id });
  await devtools.detach();
}

/**
 * Opens the menu of a message: a finger rests on its words, a mouse presses the button next to it.
 */
export async function openMessageMenu(page: Page, message: Locator, words: string): Promise<void> {
  const text = message.getByText(words);
  if (!(await page.evaluate(() => matchMedia("(pointer: coarse)").matches))) {
    await text.hover();
    await message.getByRole("button", { name: "Message options" }).click();
    return;
  }
  await text.scrollIntoViewIfNeeded();
  const box = await text.boundingBox();
  if (!box) throw new Error(`"${words}" is not on the screen.`);
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 5, y: box.y + box.height / 2 }];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await expect(page.getByRole("menu")).toBeVisible();
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
}

/** Minified: it is sent to each page and compiled there. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The screen violates no rule of WCAG 2.2 AA: only the rules in `only`, or all but `except`. */
export async function expectAccessible(
  page: Page,
  { only, except = [] }: { only?: string[]; except?: string[] } = {},
): Promise<void> {
  // A navigation puts the title of its page last.
  await expect(page).toHaveTitle(/./);
  // Colours are measured after all animations have ended.
  await animationsEnded(page);
  // Loading the rules takes longer than checking most screens, so each page loads them once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async ({ tags, only, except }) => {
      const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: only ? { type: "rule", values: only } : { type: "tag", values: tags },
        rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
        resultTypes: ["violations"],
        // Our pages have no frames to check.
        iframes: false,
      });
      return results.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.slice(0, 3).map(({ html }) => html),
      }));
    },
    { tags: WCAG, only, except },
  );
  expect(violations).toEqual([]);
}

const html = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    // How browsers write a document that React has made, which is as good as any other way.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // React's `useId` begins with an underscore. HTML has allowed that for long.
    "valid-id": ["error", { relaxed: true }],
    // Places that depend on data, such as the shape of a picture.
    "no-inline-style": "off",
    // Radix gives elements of its own the role and the keys of a radio button or a list.
    "prefer-native-element": "off",
    // A post's page is titled by its caption.
    "long-title": "off",
    // The link of a help line also has its name, which may wrap.
    "tel-non-breaking": "off",
    // Names of lists and videos are read aloud.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // Enter submits a search; Post shows once there is something to post.
    "wcag/h32": "off",
    // Axe knows more: names that come from labels, which of the two headers (for phones and
    // desktops) is displayed, and that the focus cannot leave a dialog for the page behind it.
    "text-content": "off",
    "unique-landmark": "off",
    "hidden-focusable": "off",
  },
});

/** The page's HTML is valid, as the browser has it after React's part. */
export async function expectValidHtml(page: Page): Promise<void> {
  const { results } = await html.validateString(await page.content());
  const errors = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  expect(errors).toEqual([]);
}

/** The page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Provoked by Playwright: it runs a script in every frame, and a mail's frame allows none. */
const PLAYWRIGHT_ERROR = /^Blocked script execution in 'about:srcdoc'/;

/** A picture that is gone: other journeys delete posts while everyone's feed shows them. */
const isOfDeletedPost = (page: Page, fileUrl: string) =>
  new URL(page.url()).pathname === "/mainfeed" && /\/media\/image\/upload\//.test(fileUrl);

/** Collects a page's console errors, among them violations of the content policy. */
export function collectConsoleErrors(page: Page, allowed: RegExp[] = []): string[] {
  const consoleErrors: string[] = [];
  const record = (text: string) => {
    if (![PLAYWRIGHT_ERROR, ...allowed].some((pattern) => pattern.test(text))) consoleErrors.push(text);
  };
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.text().includes("status of 404") && isOfDeletedPost(page, url)) return;
    if (message.type() === "error") record(`${message.text()} (${url})`);
  });
  page.on("pageerror", (error) => record(String(error)));
  return consoleErrors;
}

/** For `test.extend`: a test fails when the console has errors other than the `allowed` ones. */
export const allowConsoleErrors = (...allowed: RegExp[]) => ({
  consoleErrors: async ({ page }: { page: Page }, use: (consoleErrors: string[]) => Promise<void>) => {
    const consoleErrors = collectConsoleErrors(page, allowed);
    await use(consoleErrors);
    expect(consoleErrors).toEqual([]);
  },
});

/**
 * Waits until React has taken over all of the page: before, presses are lost. Pages that are not
 * the app's, or whose scripts have not run, are as ready as they will be.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState();
  const isHydrated = () => {
    if (!("next" in window)) return true;
    const propertyOf = (node: Node, prefix: string): unknown => {
      const key = Object.keys(node).find((name) => name.startsWith(prefix));
      return key && node[key as keyof Node];
    };
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
    const root = propertyOf(document, "__reactContainer") as Root | undefined;
    if (!root || root.stateNode.current.memoizedState.isDehydrated) return false;
    // Parts inside of a Suspense boundary follow, and the title is in one of its own: when React
    // goes to another page before, it puts a title of its own in front of the server's.
    // What Google draws is not React's.
    const ours = ":is(a, button, input, select, textarea):not([data-google-button] *)";
    const controls = [...document.querySelectorAll(ours)];
    const title = document.head.querySelector("title");
    return (
      controls.every((control) => propertyOf(control, "__reactProps")) &&
      (!title || propertyOf(title, "__reactFiber") !== undefined)
    );
  };
  // As long as a navigation may take.
  await page.waitForFunction(isHydrated, undefined, { timeout: 30_000 });
}

/** From now on, what opens another page in `page` ends once that is hydrated. */
export function hydrateNavigations(page: Page): void {
  const andHydrate =
    <Args extends unknown[], Result>(navigate: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      const result = await navigate.apply(page, args);
      await hydrated(page);
      return result;
    };
  page.goto = andHydrate(page.goto);
  page.reload = andHydrate(page.reload);
  page.goBack = andHydrate(page.goBack);
}

/** Waits until one of the browser's tabs holds the live stream, and answers other tabs from it. */
export async function waitUntilLive(page: Page): Promise<void> {
  const answers = async () => {
    const locks = (await navigator.locks.query()).held ?? [];
    const name = locks.map((lock) => lock.name).find((held) => held?.includes("notifications"));
    if (!name) return false;
    const channel = new BroadcastChannel(name);
    return new Promise<boolean>((resolve) => {
      channel.onmessage = () => resolve(true);
      channel.postMessage({ kind: "hello" });
      setTimeout(resolve, 500, false);
    }).finally(() => channel.close());
  };
  await expect.poll(() => page.evaluate(answers)).toBe(true);
}

/**
 * Page views are counted without cookies, so the one that opens a preview that Vercel protects does
 * not go with them: they get the header.
 */
async function openWithoutCookies(context: BrowserContext): Promise<void> {
  const { VERCEL_AUTOMATION_BYPASS_SECRET: bypass } = process.env;
  if (!bypass) return;
  await context.route("**/api/analytics/page-view", (route) =>
    route.continue({ headers: { ...route.request().headers(), "x-vercel-protection-bypass": bypass } }),
  );
}

export const test = base.extend<{ consoleErrors: string[] }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        context.on("page", hydrateNavigations);
        await openWithoutCookies(context);
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
  consoleErrors: [allowConsoleErrors().consoleErrors, { auto: true }],
});

export { expect };
