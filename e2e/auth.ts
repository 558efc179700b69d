import type { APIRequestContext, Page } from "playwright/test";
import {
  allowConsoleErrors,
  test as base,
  codeFor,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
} from "./fixtures";

/** Steps of signing up and in, shared by journeys. */

/** These journeys provoke errors, and browsers log each failed call. Any other log entry fails. */
export const test = base.extend(
  allowConsoleErrors(/status of [45]\d\d/, /net::ERR_(FAILED|INTERNET_DISCONNECTED)/),
);

/** The screen passes axe and is not wider than the window. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export async function chooseCollege(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: /^College/ }).selectOption("MITS");
}

/** Walks a newcomer from the college through the emailed code to the name. */
export async function verifyEmail(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.goto("/select-college-page");
  await chooseCollege(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/enter-college-email-page$/);
  await page.getByLabel("College email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await enterCode(page, request, email);
}

/** Types the newest code on the verification page, which then sends it by itself. */
export async function enterCode(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/verification-page$/);
  const code = await codeFor(request, email);
  await page.getByLabel("Verification code").pressSequentially(code);
}

/** Signs a member in through the login page. */
export async function logIn(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.goto("/login-page");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await enterCode(page, request, email);
  await expect(page).toHaveURL(/\/mainfeed$/);
}

/** Signs a member in through the API. */
export async function logInByCode(
  request: APIRequestContext,
  email: string,
): Promise<Pick<Person, "accessToken" | "refreshToken" | "profile">> {
  const session = async () => {
    await request.post("/api/auth/send-otp", { data: { email } });
    const otp = await codeFor(request, email);
    const answer = await request.post("/api/auth/check-otp", { data: { email, otp } });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  // Another journey may ask for a code of the same person in between, which then is the valid one.
  const { user: profile, ...tokens } = await session().catch(session);
  return { ...tokens, profile };
}

export async function enterName(page: Page, first: string, last: string): Promise<void> {
  await expect(page).toHaveURL(/\/enter-name-page$/);
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByRole("button", { name: "NEXT", exact: true }).click();
}

/** Clicks through the guide to the feed. */
export async function readGuide(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/onboarding-guide-page$/, { timeout: 15_000 });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Start your Journey" }).click();
}

/** Local and session storage as text. */
export const storageOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
