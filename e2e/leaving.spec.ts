import type { BrowserContext, Page } from "playwright/test";
import { logIn, storageOf, test } from "./auth";
import { captionOf, choosePhoto, composerOf, uniqueTag } from "./feed";
import { bearer, expect, makePerson, type Person } from "./fixtures";
import { fakeGoogle } from "./google";

/** Logging out: on the server, and for the next person at the same computer. */

/** Storage keys of device settings, which a logout does not clear. */
const DEVICE_SETTINGS = [
  "altTextReminder",
  "altTextRequired",
  "autoplay",
  "keyboardShortcuts",
  "reducedData",
  "theme",
];

async function logOut(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
}

/** The names of everything the browser stores, without device settings. */
const storedKeys = (page: Page) =>
  page.evaluate(
    async (settings) => [
      ...Object.keys(localStorage).filter((key) => !settings.includes(key)),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ],
    DEVICE_SETTINGS,
  );

/** The HTML that the server sends this browser for a page. */
const htmlOf = async (context: BrowserContext, path: string) => (await context.request.get(path)).text();

const isSignedIn = async (context: BrowserContext, person: Person) =>
  (await context.request.get("/api/auth/me", { headers: bearer(person) })).ok();

/** The tokens in the browser's storage. */
const tokensOf = (page: Page) =>
  page.evaluate(() => ({
    accessToken: localStorage.getItem("accessToken") ?? "",
    refreshToken: localStorage.getItem("refreshToken") ?? "",
  }));

test.beforeEach(({ context }) => fakeGoogle(context, "closed"));

test("after a logout, the next person finds no data of the previous one", async ({
  page,
  context,
  request,
}) => {
  const tag = uniqueTag("secret");
  const first = await makePerson(request, `Aarav ${tag}`);
  const second = await makePerson(request, "Kabir Khan");
  await logIn(page, request, first.email);

  await test.step("the first person leaves data", async () => {
    await request.post(`/api/users/${first._id}/follow`, {
      headers: bearer(second),
      data: { inCircle: true },
    });
    await page.goto(`/search-users`);
    await page.getByRole("main").locator("input[type=search]").fill(`${tag} someone`);
    await page.keyboard.press("Enter");
    await expect.poll(() => storageOf(page)).toContain(`${tag} someone`);
    await page.goto("/create-post");
    await captionOf(page).fill(`${tag} is half written`);
    await choosePhoto(page);
    await expect(composerOf(page).getByAltText("Your choice, as it will be posted")).toBeVisible();
    await expect.poll(() => storedKeys(page)).toContain("database drafts");
    await page.goto("/mainfeed");
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.evaluate(() => localStorage.setItem("keyboardShortcuts", "off"));
  });

  await logOut(page);
  await expect(page).toHaveURL(/\/login-page$/);

  await test.step("nothing is left in the browser, in pages or on Back", async () => {
    await expect.poll(() => storedKeys(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("keyboardShortcuts"))).toBe("off");
    expect(await page.title()).not.toMatch(/^\(/);
    const cookies = (await context.cookies()).map(({ name }) => name);
    expect(cookies.filter((name) => /session-token|signedOut/.test(name))).toEqual([]);
    for (const path of ["/", "/login-page", "/mainfeed", "/settings", `/profile/${first._id}`]) {
      expect(await htmlOf(context, path)).not.toMatch(new RegExp(`${tag}|${first.email}`));
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/login-page/);
    await expect(page.getByText(tag)).toHaveCount(0);
  });

  await test.step("nothing shows for the next person", async () => {
    await logIn(page, request, second.email);
    await page.goto("/create-post");
    await expect(captionOf(page)).toHaveValue("");
    await expect(composerOf(page).getByAltText("Your choice, as it will be posted")).toHaveCount(0);
    await page.goto("/search-users");
    await expect(page.getByText(`${tag} someone`)).toHaveCount(0);
    const stored = await storageOf(page);
    for (const trace of [tag, first._id, first.email]) expect(stored).not.toContain(trace);
  });
});

test("a logout that fails to reach the server applies in the browser at once, and is sent again", async ({
  page,
  context,
  request,
}) => {
  const name = uniqueTag("Leaver");
  const me = await makePerson(request, name);
  await logIn(page, request, me.email);
  const session = { ...me, ...(await tokensOf(page)) };
  await context.route("**/api/auth/logout", (route) => route.fulfill({ status: 503, body: "{}" }));
  await logOut(page);
  await expect(page).toHaveURL(/\/login-page$/);
  // The session is still open, and its cookie is still set.
  expect(await isSignedIn(context, session)).toBe(true);
  expect((await context.cookies()).filter(({ name }) => name.includes("session-token"))).toHaveLength(1);

  for (const path of ["/mainfeed", "/settings", "/notify", `/profile/${me._id}`, "/enter-name-page"]) {
    expect(await htmlOf(context, path)).not.toMatch(new RegExp(`${name}|${me.email}`));
    await page.goto(path);
    await expect(page).toHaveURL(/\/login-page/);
  }

  // A new tab sends the pending logout.
  await page.close();
  await context.unroute("**/api/auth/logout");
  const newTab = await context.newPage();
  await newTab.goto("/");
  await expect.poll(() => isSignedIn(context, session)).toBe(false);
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => /session-token|signedOut/.test(name)))
    .toEqual([]);
  expect(await storedKeys(newTab)).toEqual([]);
});

test("an unconfirmed logout does not end the session of the next person", async ({
  page,
  context,
  request,
}) => {
  const first = await makePerson(request, "Forgotten Person");
  const second = await makePerson(request, "Present Person");
  await logIn(page, request, first.email);
  const oldSession = { ...first, ...(await tokensOf(page)) };
  await context.route("**/api/auth/logout", (route) => route.abort());
  await logOut(page);
  await expect(page).toHaveURL(/\/login-page$/);
  await logIn(page, request, second.email);
  expect(await isSignedIn(context, oldSession)).toBe(true);

  await context.unroute("**/api/auth/logout");
  await page.goto("/settings");
  await expect.poll(() => isSignedIn(context, oldSession)).toBe(false);
  await page.reload();
  await expect(page.getByText(second.email)).toBeVisible();
  expect(await isSignedIn(context, { ...second, ...(await tokensOf(page)) })).toBe(true);
});

test("logging out in one tab logs out all of them, without a prompt", async ({ page, context, request }) => {
  const me = await makePerson(request, "Many Tabs");
  await logIn(page, request, me.email);
  const other = await context.newPage();
  await other.goto("/create-post");
  await captionOf(other).fill("Half written");
  await choosePhoto(other);
  await logOut(page);
  await expect(page).toHaveURL(/\/login-page$/);
  await expect(other).toHaveURL(/\/login-page$/);
  await expect.poll(() => storedKeys(other)).toEqual([]);
  expect(await other.evaluate(() => document.documentElement.outerHTML)).not.toContain(me.email);
});

test("deleting the account clears the browser's storage", async ({ page, context, request }) => {
  const me = await makePerson(request, uniqueTag("Deleted"));
  await logIn(page, request, me.email);
  await page.goto("/create-post");
  await captionOf(page).fill("Never posted");
  await choosePhoto(page);
  await expect.poll(() => storedKeys(page)).toContain("database drafts");
  const other = await context.newPage();
  await other.goto("/mainfeed");
  await page.goto("/settings");
  await page.getByRole("main").getByRole("button", { name: "Delete Account" }).click();
  await page.getByLabel("Type DELETE to confirm").fill("DELETE");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL(/\/\?goodbye=deleted$/);
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  await expect(other).toHaveURL(/\/login-page$/);
  await expect.poll(() => storedKeys(page)).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name.includes("session-token"))).toEqual([]);
});

test("every response has a content policy, and only pages may load anything @visitor", async ({
  request,
}) => {
  for (const path of ["/", "/login-page", "/nothing", "/nothing.js", "/nothing.png", "/media/nothing"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/script-src 'nonce-[^']+' 'strict-dynamic';/),
    ]);
  }
  for (const path of ["/api/nothing", "/api/health/live", "/_next/nothing.js"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"] ?? "";
    expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'none'")]);
  }
  const transport = (await request.get("/")).headers()["strict-transport-security"];
  expect(transport).toBe("max-age=63072000");
});

test("the content policy blocks violations and names a report endpoint @visitor", async ({
  page,
  consoleErrors,
}) => {
  const policy = (await page.goto("/up"))?.headers()["content-security-policy"] ?? "";
  // Browsers send reports whenever they like: lib/analytics/server/reports.test.ts tests them.
  expect(policy).toContain("report-uri /api/csp-reports; report-to csp");
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement("style"), { textContent: "p { color: red }" }));
  });
  await expect.poll(() => consoleErrors.splice(0).join()).toContain("style-src");
});
