import AxeBuilder from "@axe-core/playwright";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "playwright/test";
import sharp from "sharp";
import { fakeGoogle } from "./google";

/**
 * What every journey needs: people who signed up, codes from the outbox, and a page that may not
 * complain.
 */

let counter = 0;

/** A college address nobody used yet. */
export function freshEmail(): string {
  counter += 1;
  return `e2e.${Date.now().toString(36)}.${process.pid}.${counter}@mitsgwl.ac.in`;
}

/** The newest code the outbox holds for an address. */
export async function codeFor(request: APIRequestContext, email: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const response = await request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`);
    const { mails } = (await response.json()) as { mails: { subject: string }[] };
    const subjects = mails.map(({ subject }) => /^\d{6}/.exec(subject)?.[0]);
    code = subjects.find((found) => found !== undefined) ?? "";
    expect(code).not.toBe("");
  }).toPass();
  return code;
}

export type Person = { _id: string; name: string; email: string; accessToken: string; refreshToken: string };

/** The headers of a call that a person makes past the browser. */
export const bearer = ({ accessToken }: Pick<Person, "accessToken">) => ({
  Authorization: `Bearer ${accessToken}`,
});

/** Signs a person up through the API, as quickly as the product allows. */
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
    data: { name, collegeName: "MITS", collegeId: "0901CS231001" },
    headers: bearer({ accessToken }),
  });
  expect(saved.ok()).toBe(true);
  return { _id: user._id, name, email, accessToken, refreshToken };
}

/** Makes a browser context a signed-in person's, as the sign-in screens would leave it. */
export async function signIn(context: BrowserContext, name: string): Promise<Person> {
  // The context's own request object shares its cookies with the pages.
  const person = await makePerson(context.request, name);
  const me = await context.request.get("/api/auth/me", {
    headers: bearer(person),
  });
  const { user } = await me.json();
  await context.addInitScript(
    ({ tokens, profile }) => {
      // The tab's name: the product empties the storages when somebody logs out.
      if (localStorage.getItem("accessToken") || window.name === "signed-in-once") return;
      window.name = "signed-in-once";
      localStorage.setItem("accessToken", tokens.accessToken);
      localStorage.setItem("refreshToken", tokens.refreshToken);
      localStorage.setItem("userProfile", JSON.stringify(profile));
    },
    { tokens: person, profile: user },
  );
  return person;
}

/** A photo as a phone would send it. */
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

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * No violation of WCAG 2.2 AA on the screen as it is now: of the rules `only` (axe's names), or of
 * all `except` some.
 */
export async function expectAccessible(
  page: Page,
  { only, except = [] }: { only?: string[]; except?: string[] } = {},
): Promise<void> {
  // Colours are measured on a screen at rest: nothing half faded in. What rests out of sight
  // (content-visibility) is not drawn, and never ends.
  await page.evaluate(() => {
    const isEnding = (animation: Animation) => {
      const { effect } = animation;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      if (target && !target.checkVisibility({ contentVisibilityAuto: true })) return false;
      return effect?.getComputedTiming().iterations !== Infinity;
    };
    const ending = document.getAnimations().filter(isEnding);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => animation)));
  });
  // Only what is wrong is written down; and no page of ours has frames to look into, for which each
  // look would open a page.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const results = await (only ? axe.withRules(only) : axe.withTags(WCAG).disableRules(except)).analyze();
  const found = results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.slice(0, 3).map((n) => n.html),
  }));
  expect(found).toEqual([]);
}

/** Nothing scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/**
 * What Playwright itself provokes: it looks into every frame, and a mail's frame runs no scripts.
 */
const OF_THE_TEST = /^Blocked script execution in 'about:srcdoc'/;

/**
 * Watches a page's console: a complaint nobody expected, or a breach of the content policy, fails
 * the test.
 */
export function collectConsoleErrors(page: Page, allowed: RegExp[] = []): string[] {
  const consoleErrors: string[] = [];
  const note = (text: string) => {
    if (![OF_THE_TEST, ...allowed].some((pattern) => pattern.test(text))) consoleErrors.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(message.text());
  });
  page.on("pageerror", (error) => note(String(error)));
  return consoleErrors;
}

/** For `test.extend`: at a test's end nothing stands on the console but what is `allowed`. */
export const allowConsoleErrors = (...allowed: RegExp[]) => ({
  consoleErrors: async ({ page }: { page: Page }, use: (consoleErrors: string[]) => Promise<void>) => {
    const consoleErrors = collectConsoleErrors(page, allowed);
    await use(consoleErrors);
    expect(consoleErrors).toEqual([]);
  },
});

export const test = base.extend<{ consoleErrors: string[] }>({
  // The login asks for Google's script; no journey waits for a machine that is not ours.
  context: async ({ context }, use) => {
    await fakeGoogle(context, "closed");
    await use(context);
  },
  consoleErrors: [allowConsoleErrors().consoleErrors, { auto: true }],
});

export { expect };
