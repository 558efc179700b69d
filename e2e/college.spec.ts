import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { logIn, test } from "./auth";
import { bearer, expect, mailsTo, makePerson } from "./fixtures";
import { fakeGoogle } from "./google";

/** What an admin of the college does with a person (docs/product.md, The college). */

const ADMIN = "ananya.singh@mitsgwl.ac.in";

const options = async (page: Page, name: string, item: string) => {
  await page.getByRole("button", { name: `Options for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("an admin logs someone out, suspends them, reads that in the log, and takes the list along", {
  tag: "@desktop",
}, async ({ page, request, context }) => {
  await fakeGoogle(context, "closed");
  const name = `Tarun Walia ${Date.now().toString(36)}`;
  const person = await makePerson(request, name);
  const status = async () => (await request.get("/api/auth/me", { headers: bearer(person) })).status();
  await logIn(page, request, ADMIN);

  await test.step("the list finds them, and what is done to them", async () => {
    await page.getByRole("link", { name: "College" }).click();
    await expect(page).toHaveURL("/college/people");
    await page.getByRole("searchbox", { name: "Search people" }).fill(name);
    const people = page.getByRole("list", { name: "People, by name" });
    await expect(people.getByRole("listitem")).toHaveCount(1);
    await expect(people.getByRole("link", { name })).toHaveAttribute("href", `/profile/${person._id}`);
  });

  await test.step("logged out everywhere, they receive a mail", async () => {
    expect(await status()).toBe(200);
    await options(page, name, "Log out everywhere");
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await expect(page.getByText("is logged out on all devices.")).toBeVisible();
    await expect.poll(status).toBe(401);
    const subjects = (await mailsTo(request, person.email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining("You were logged out on all devices"));
  });

  await test.step("a suspension is the decision of a case", async () => {
    await options(page, name, "Open a case");
    await expect(page).toHaveURL(/\/moderation\/[0-9a-f-]{36}$/);
    const main = page.getByRole("main");
    await main.getByRole("radio", { name: /^Suspend/ }).check();
    await main.getByRole("textbox", { name: /^Reason/ }).fill("Please be kinder in comments.");
    const decided = page.waitForResponse(/\/api\/moderation\/cases\/[^/]+\/decision$/);
    await main.getByRole("button", { name: "Decide" }).click();
    expect((await decided).ok()).toBe(true);
    await page.goto("/college/people?show=suspended");
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Suspended");
  });

  await test.step("the log has both", async () => {
    await page.getByRole("navigation", { name: "College" }).getByRole("link", { name: "Log" }).click();
    const log = page.getByRole("list", { name: "Log, newest first" });
    await page.getByRole("button", { name: "Decisions" }).click();
    const ofPerson = log.getByRole("article").filter({ hasText: name });
    await expect(ofPerson.filter({ hasText: "decided a case" })).toContainText("Suspended for 7 days");
    await expect(ofPerson.filter({ hasText: "logged someone out on all devices" })).toBeVisible();
  });

  await test.step("the list is a table to take along, as filtered", async () => {
    await page.goto("/college/people?show=suspended");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^campus-circle-people-.*\.csv$/);
    const lines = readFileSync(await file.path(), "utf8").split("\r\n");
    expect(lines.find((line) => line.startsWith(`"${name}"`))).toMatch(/,"student",.*,"suspended"$/);
    await page.goto("/college/log?kind=exports");
    await expect(page.getByText("exported the list of people").first()).toBeVisible();
  });
});
