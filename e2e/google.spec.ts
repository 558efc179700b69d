import type { Page } from "playwright/test";
import { chooseCollege, enterName, expectUsable, test } from "./auth";
import { expect, freshEmail, makePerson } from "./fixtures";
import { blockGoogle, fakeGoogle, googleCredential } from "./google";

/** Signing in with Google, replaced by something on this machine; everything else is real. */

const googleButton = { name: "Continue with Google" };

/** Presses Google's button and chooses an account of Google's replacement. */
async function chooseAccount(page: Page, name: string): Promise<void> {
  const opened = page.waitForEvent("popup");
  // Not ours, which holds the place until the script has drawn its own.
  await page.locator("[data-google-button]").getByRole("button", googleButton).click();
  const chooser = await opened;
  await expect(chooser.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  const closed = chooser.waitForEvent("close");
  await chooser.getByRole("button", { name }).click();
  await closed;
}

test("each kind of account can be walked through without Google", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/login-page");
  await test.step("from elsewhere", async () => {
    await chooseAccount(page, "new, from elsewhere");
    await expect(
      page.getByText(/^Only students with @mitsgwl\.ac\.in email addresses can login/),
    ).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
  await test.step("switched off", async () => {
    await chooseAccount(page, "switched off here");
    await expect(page.getByText("No user found with this Google account.")).toBeVisible();
  });
  await test.step("new", async () => {
    await chooseAccount(page, "new, of the college");
    await expect(page).toHaveURL(/\/select-college-page$/);
  });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/login-page");
  await test.step("a member", async () => {
    await chooseAccount(page, "a member");
    await expect(page).toHaveURL(/\/mainfeed$/);
  });
});

test("a member who signed up by email signs in with Google and reaches the requested page", async ({
  page,
  request,
}) => {
  const member = await makePerson(request, "Ishita Verma");
  const credential = await googleCredential(request, { sub: `g-${member._id}`, email: member.email });
  await fakeGoogle(page, { credential });
  await page.goto("/notify");
  await expect(page).toHaveURL(/\/login-page\?next=%2Fnotify$/);
  await page.getByRole("button", googleButton).click();
  await expect(page).toHaveURL(/\/notify$/);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain(member._id);
  expect(stored).not.toContain(credential);
});

test("a newcomer with a name from Google only chooses the college", async ({ page, request }) => {
  const email = freshEmail();
  const credential = await googleCredential(request, { sub: `g-${email}`, email, name: "Ananya Singh" });
  await fakeGoogle(page, { credential });
  await page.goto("/login-page");
  await page.getByRole("button", googleButton).click();
  await expect(page).toHaveURL(/\/select-college-page$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please select your college.")).toBeVisible();
  await chooseCollege(page);
  const registering = page.waitForRequest("**/api/auth/register");
  await page.getByRole("button", { name: "Continue" }).click();
  const registration = await registering;
  expect(registration.postDataJSON()).toEqual({ collegeName: "MITS", email });
  expect(registration.headers().authorization).toMatch(/^Bearer /);
  await expect(page).toHaveURL(/\/mainfeed$/);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("userProfile") ?? "{}"))).toMatchObject({
    name: "Ananya Singh",
    collegeName: "MITS",
    provider: "google",
  });
});

test("a newcomer without a name from Google enters it", async ({ page, request }) => {
  const email = freshEmail();
  await fakeGoogle(page, { credential: await googleCredential(request, { sub: `g-${email}`, email }) });
  await page.goto("/login-page");
  await page.getByRole("button", googleButton).click();
  await expect(page).toHaveURL(/\/select-college-page$/);
  await chooseCollege(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await enterName(page, "Arjun", "Mehta");
  await expect(page).toHaveURL(/\/enter-student-id$/);
});

test("an address outside the college shows why, creates no account and leaves no data", async ({
  page,
  request,
}) => {
  const email = `someone.${Date.now()}@gmail.com`;
  await fakeGoogle(page, { credential: await googleCredential(request, { sub: `g-${email}`, email }) });
  await page.goto("/login-page");
  await page.evaluate(() => localStorage.setItem("userRegisterData", "{}"));
  await page.getByRole("button", googleButton).click();
  await expect(
    page.getByText(
      "Only students with @mitsgwl.ac.in email addresses can login. Please use your college email.",
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login-page$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("an unverified credential is rejected", async ({ page, request }) => {
  const email = freshEmail();
  const unproven = { sub: `g-${email}`, email, email_verified: false };
  await fakeGoogle(page, { credential: await googleCredential(request, unproven) });
  await page.goto("/login-page");
  await page.getByRole("button", googleButton).click();
  await expect(page.getByText("Something went wrong during Google login.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});

test("closing Google's window has no effect", async ({ page }) => {
  await fakeGoogle(page, "closed");
  await page.goto("/login-page");
  await page.getByRole("button", googleButton).click();
  await page.getByLabel("Email").fill(freshEmail());
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("No user found with this email.")).toBeVisible();
  await expect(page.getByText("Something went wrong during Google login.")).toHaveCount(0);
});

test("without Google's script, email works and Google can be retried", async ({ page, request }) => {
  const member = await makePerson(request, "Kabir Rao");
  await blockGoogle(page);
  await page.goto("/login-page");
  await expect(page.getByText(/Google sign-in couldn't be loaded/)).toBeVisible();
  await expectUsable(page);
  const credential = await googleCredential(request, { sub: `g-${member._id}`, email: member.email });
  await fakeGoogle(page, { credential });
  await page.getByRole("button", googleButton).click();
  await expect(page.locator("[data-google-button] [role=button]")).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(/\/verification-page$/);
});
