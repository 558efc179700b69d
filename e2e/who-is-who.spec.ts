import type { APIRequestContext, Page } from "playwright/test";
import { enterName, logInByCode, readGuide, verifyEmail } from "./auth";
import { expect, freshEmail, openAs, test, waitUntilLive } from "./fixtures";
import { fakeGoogle } from "./google";

/** What people are at the college: what they say of themselves, and what it confirms. */

const main = (page: Page) => page.getByRole("main");
/** Letters that make a name unique in this run. */
const lastName = () => {
  const letters = Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
  return letters.join("").replace(/^./, (letter) => letter.toUpperCase());
};

/** Signs up to the College ID. */
async function signUp(page: Page, request: APIRequestContext, first: string, last: string): Promise<void> {
  await fakeGoogle(page, "closed");
  await verifyEmail(page, request, freshEmail());
  await enterName(page, first, last);
  await expect(page).toHaveURL(/\/enter-student-id$/);
}

async function finishSignUp(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "I am 18 or older" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/add-profile-picture-page$/);
  await page.getByRole("link", { name: "Skip for now" }).click();
  await readGuide(page);
  await expect(page).toHaveURL(/\/mainfeed$/);
}

test("a teacher waits for the college, and is faculty where they are as soon as an admin confirms", async ({
  page,
  request,
  browser,
}) => {
  const last = lastName();
  await signUp(page, request, "Asha", last);
  await page.getByLabel("College ID").fill("F-1024");
  await page.getByRole("checkbox", { name: "I teach or work here" }).check();
  await page.getByRole("combobox", { name: "Department" }).selectOption("ME");
  await finishSignUp(page);
  await page.goto("/profile");
  await expect(
    main(page).getByText("Waiting for the college: Faculty · ME. Only you see this."),
  ).toBeVisible();
  await waitUntilLive(page);

  const context = await browser.newContext();
  await openAs(context, await logInByCode(request, "ananya.singh@mitsgwl.ac.in"));
  const admin = await context.newPage();
  await admin.goto("/college/people");
  await admin.getByRole("searchbox", { name: "Search people" }).fill(last);
  const waiting = admin.getByRole("list", { name: "Awaiting confirmation" });
  await waiting.getByRole("button", { name: `Confirm Asha ${last}` }).click();
  await expect(admin.getByText("is confirmed: Faculty · ME")).toBeVisible();
  await context.close();

  // No reload in between.
  await expect(main(page).getByText(/Waiting for the college/)).toHaveCount(0);
  await expect(main(page).getByText("Faculty · ME").first()).toBeVisible();
});

test("a first-year is of their class by the College ID, and finds classmates", async ({ page, request }) => {
  await signUp(page, request, "Ravi", lastName());
  await page.getByLabel("College ID").fill("0901CS261077");
  await expect(page.getByText("CSE · 2030")).toBeVisible();
  await finishSignUp(page);
  const people = page.getByRole("list", { name: "People to join" }).filter({ visible: true });
  await expect(people.getByText("Same class").first()).toBeVisible();
  await page.goto("/profile");
  await expect(main(page).getByText("CSE, class of 2030")).toBeVisible();
});
