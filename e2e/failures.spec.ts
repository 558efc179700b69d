import type { Page } from "playwright/test";
import { collectConsoleErrors, expect, expectAccessible, signIn, test } from "./fixtures";
import { fakeGoogle } from "./google";
import { expectRail } from "./layout";

/** Failures of whole screens: an unknown address, a crash, no session. */

const mainNav = (page: Page) => page.getByRole("navigation", { name: "Main" });

test.describe("failures", () => {
  test.beforeEach(({ context }) => fakeGoogle(context, "closed"));

  // These journeys provoke errors, so anything may be logged.
  test.use({
    consoleErrors: async ({ page }, use) => {
      await use(collectConsoleErrors(page, [/.*/]));
    },
  });

  test("an unknown address shows Not Found, signed in or not", async ({ page, context }) => {
    const visitorResponse = await page.goto("/no-such-page");
    expect(visitorResponse?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page).toHaveTitle("Page not found · Campus Circle");
    await page.getByRole("link", { name: "Take me home" }).click();
    await expect(page).toHaveURL("/login-page?next=%2Fmainfeed");

    await signIn(context, "Aarav Sharma");
    const memberResponse = await page.goto("/no-such-page");
    expect(memberResponse?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await page.getByRole("link", { name: "Take me home" }).click();
    await expect(page).toHaveURL("/mainfeed");
  });

  test("a screen that crashes is reloaded once, then shows an error inside the shell, and can be refreshed", async ({
    page,
    context,
  }) => {
    await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    await expect(mainNav(page)).toBeVisible();
    // Scripts fail to load when the connection breaks or a new release has replaced them.
    const scripts = (url: URL) => url.pathname.endsWith(".js");
    await page.route(scripts, (route) => route.abort());
    // The page that is asked for again has the files of its release.
    const reloaded = page.waitForRequest(async (request) => {
      if (!request.isNavigationRequest()) return false;
      await page.unroute(scripts);
      return true;
    });
    await mainNav(page).getByRole("link", { name: "Bookmarks" }).click();
    expect((await reloaded).url()).toContain("/bookmarks");
    await expect(page.getByRole("main").getByRole("heading", { name: "Bookmarks" })).toBeVisible();
    // It comes with the scripts, without which the next link would be an ordinary one.
    await expectRail(page);

    await page.route(scripts, (route) => route.abort());
    await mainNav(page).getByRole("link", { name: "Settings" }).click();
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "Something went wrong" });
    await expect(alert.getByText("An unexpected error occurred")).toBeVisible();
    await expect(alert.getByRole("heading", { level: 1 })).toBeFocused();
    await expectAccessible(page);
    await page.unroute(scripts);
    await alert.getByRole("button", { name: "Refresh Page" }).click();
    await expect(alert).toHaveCount(0);
  });

  test("a page whose cookie outlived its session asks to sign in", async ({ page, context }) => {
    const me = await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    await page.evaluate(() => {
      localStorage.removeItem("accessToken");
      localStorage.removeItem("refreshToken");
    });
    await page.reload();
    // Lists of posts and other screens have different texts.
    await expect(page.getByText("Please log in to view posts.")).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are not logged in");
    await expect(page.getByText("Please log in to continue.")).toBeVisible();
    // The button loads lazily and fades in.
    const logIn = page.getByRole("button", { name: "Log in" });
    await expect(logIn).toBeVisible();
    await expectAccessible(page);
    await logIn.click();
    await expect(page).toHaveURL("/login-page?next=%2Fsettings");
    expect(me._id).toBeTruthy();
  });
});
