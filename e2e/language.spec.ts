import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./fixtures";
import { fakeGoogle } from "./google";

/** The language of the screens: the browser's, or the one that was chosen (lib/language). */

test.beforeEach(({ context }) => fakeGoogle(context, "closed"));

test.describe("in a browser that asks for Hindi", () => {
  test.use({ locale: "hi-IN" });

  test("signing up and what it agrees to are in Hindi, also at 320 px", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/enter-college-email-page");
    await expect(page.locator("html")).toHaveAttribute("lang", "hi");
    await expect(page).toHaveTitle(/^आपका कॉलेज ईमेल/);
    await expect(page.getByRole("heading", { level: 1, name: "आपका कॉलेज ईमेल" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.getByRole("link", { name: "निजता सूचना" }).click();
    await expect(page).toHaveURL(/\/privacy\/hindi$/);
    await expectNoSidewaysScroll(page);
  });

  test("English can be chosen, and stays", async ({ page }) => {
    await page.goto("/login-page");
    await expect(page.getByRole("button", { name: "आगे" })).toBeVisible();
    await page.getByRole("button", { name: "English" }).click();
    await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
  });
});

test("Settings change the language, and back", async ({ page, context }) => {
  await signIn(context, "Meera Joshi");
  await page.goto("/settings");
  await page.getByRole("combobox", { name: "Language" }).selectOption("हिन्दी");
  const language = page.getByRole("combobox", { name: "भाषा" });
  await expect(language).toBeVisible();
  await page.goto("/settings/safety");
  await expect(page.getByRole("heading", { name: "ब्लॉक किए लोग" })).toBeVisible();
  await page.goto("/settings");
  await language.selectOption("English");
  await expect(page.getByRole("combobox", { name: "Language" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
