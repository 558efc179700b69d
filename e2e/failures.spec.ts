import type { Page } from "playwright/test";
import { collectConsoleErrors, expect, expectAccessible, signIn, test } from "./fixtures";

/** The screens for what goes wrong as a whole: no such page, a screen that fails, no session. */

const shown = (page: Page) => page.getByRole("navigation", { name: "Main" });
const menuButton = (page: Page) => page.getByRole("button", { name: "Open menu" });

test.describe("when something is wrong", () => {
  // Refusals and broken answers are what is tried: the console may speak of them.
  test.use({
    consoleErrors: async ({ page }, use) => {
      await use(collectConsoleErrors(page, [/.*/]));
    },
  });

  test("an unknown address says so, signed in or not", async ({ page, context }) => {
    const stranger = await page.goto("/nobody-knows-this");
    expect(stranger?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing here");
    await expect(page).toHaveTitle("Page not found · Campus Circle");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Take me home" }).click();
    await expect(page).toHaveURL("/login-page?next=%2Fmainfeed");

    await signIn(context, "Aarav Sharma");
    const member = await page.goto("/messages");
    expect(member?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
      "There is nothing here",
    );
    await expectAccessible(page);
    await page.getByRole("link", { name: "Take me home" }).click();
    await expect(page).toHaveURL("/mainfeed");
  });

  test("a screen that fails says so inside the shell, and is refreshed", async ({
    page,
    context,
    isMobile,
  }) => {
    await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    if (isMobile) await menuButton(page).click();
    await expect(shown(page)).toBeVisible();
    // As when a connection breaks, or a new version took the place of the one on screen.
    const scripts = (url: URL) => url.pathname.endsWith(".js");
    await page.route(scripts, (route) => route.abort());
    await shown(page).getByRole("link", { name: "Settings" }).click();
    const alert = page.getByRole("main").getByRole("alert").filter({ hasText: "Something went wrong" });
    await expect(alert.getByText("An unexpected error occurred")).toBeVisible();
    if (!isMobile) await expect(alert.getByRole("heading", { level: 1 })).toBeFocused();
    await expectAccessible(page);
    await page.unroute(scripts);
    await alert.getByRole("button", { name: "Refresh Page" }).click();
    await expect(alert).toHaveCount(0);
  });

  test("a page whose cookie outlived its session asks to sign in, not to read nothing", async ({
    page,
    context,
  }) => {
    const me = await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    await page.evaluate(() => {
      localStorage.removeItem("accessToken");
      localStorage.removeItem("refreshToken");
    });
    await page.reload();
    // The words for a list of posts, and for any other screen.
    await expect(page.getByText("Please log in to view posts.")).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You are not logged in");
    await expect(page.getByText("Please log in to continue.")).toBeVisible();
    // Its code comes by itself, and fades in.
    const logIn = page.getByRole("button", { name: "Log in" });
    await expect(logIn).toBeVisible();
    await expectAccessible(page);
    await logIn.click();
    await expect(page).toHaveURL("/login-page?next=%2Fsettings");
    expect(me._id).toBeTruthy();
  });
});
