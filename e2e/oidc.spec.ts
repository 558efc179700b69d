import { chooseCollege, test } from "./auth";
import { expect, freshEmail, hydrated, makePerson } from "./fixtures";
import { blockGoogle } from "./google";

/** Signing in at the college's own issuer (e2e/oidc-issuer.mjs), which the browser visits. */

const button = { name: "Continue with College account" };

test.beforeEach(({ page }) => blockGoogle(page));

test("a member comes back signed in to where they were going, a newcomer chooses the college", async ({
  page,
  context,
  request,
}) => {
  const member = await makePerson(request, "Ishita Verma");
  await page.goto("/notify");
  await expect(page).toHaveURL(/\/login-page\?next=%2Fnotify$/);
  await page.getByRole("link", button).click();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/notify$/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeTruthy();

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login-page");
  await page.getByRole("link", button).click();
  await page.getByLabel("Email").fill(freshEmail());
  await page.getByLabel("Name").fill("Ananya Singh");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/select-college-page$/);
  await chooseCollege(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/mainfeed$/);
});

test("who changes their mind at the issuer is back at the login, and email works", async ({
  page,
  request,
}) => {
  const member = await makePerson(request, "Kabir Rao");
  await page.goto("/login-page");
  await page.getByRole("link", button).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("You did not sign in. Try again, or use your email.")).toBeVisible();
  await hydrated(page);
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/\/verification-page$/);
});
