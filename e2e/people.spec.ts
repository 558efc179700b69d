import type { APIRequestContext, Page } from "playwright/test";
import { enterCode } from "./auth";
import { publish } from "./feed";
import {
  bearer,
  codeFor,
  expect,
  expectNoSidewaysScroll,
  makePerson,
  type Person,
  photo,
  signIn,
  test,
} from "./fixtures";
import { fakeGoogle } from "./google";

/** Profiles, circles, search and settings. */

const join = (request: APIRequestContext, member: Person, person: Person) =>
  request.post(`/api/users/${person._id}/follow`, { headers: bearer(member), data: { inCircle: true } });

const main = (page: Page) => page.getByRole("main");
/** A name that is unique in this run. */
const uniqueName = (first: string) => {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)));
  return `${first} ${letters.join("").replace(/^./, (letter) => letter.toUpperCase())}`;
};

test("a member views a profile, joins and leaves the circle, and opens a post", async ({
  page,
  context,
  request,
}) => {
  await signIn(context, "Aarav Sharma");
  const ishita = await makePerson(request, uniqueName("Ishita"));
  const fan = await makePerson(request, uniqueName("Fan"));
  await join(request, fan, ishita);
  for (const caption of ["First light", "Second light #rooftops"]) await publish(request, ishita, caption);

  await page.goto(`/profile/${ishita._id}`);
  await expect(page.getByRole("heading", { level: 1, name: ishita.name })).toBeVisible();
  await expect(main(page).getByText("2 posts")).toBeVisible();
  await expectNoSidewaysScroll(page);

  const joined = page.waitForResponse((response) => response.url().endsWith(`/${ishita._id}/follow`));
  await main(page).getByRole("button", { name: "Join Circle", exact: true }).click();
  await expect(main(page).getByRole("button", { name: "In Circle", exact: true })).toBeVisible();
  await expect(main(page).getByRole("button", { name: "2 members" })).toBeVisible();
  await joined;
  await page.reload();
  await main(page).getByRole("button", { name: "In Circle", exact: true }).click();
  await expect(main(page).getByRole("button", { name: "Join Circle", exact: true })).toBeVisible();

  await main(page).getByRole("button", { name: "1 member" }).click();
  const dialog = page.getByRole("dialog", { name: "In circle" });
  await expect(dialog.getByRole("button", { name: `Join Circle of ${fan.name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await main(page)
    .getByRole("list", { name: /^Posts by/ })
    .getByRole("link")
    .first()
    .click();
  const post = page.getByRole("dialog", { name: "Post" });
  await expect(post.getByRole("article")).toContainText("Second light");
  await expect(page).toHaveTitle(/^Post · /);
  const address = page.url();
  expect(address).toMatch(/\/post\/[^/]+$/);
  await page.keyboard.press("ArrowRight");
  await expect(post.getByRole("article")).toContainText("First light");
  await page.goBack();
  await expect(post).toBeHidden();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goto(address);
  await expect(main(page).getByRole("heading", { level: 1, name: "Post" })).toBeVisible();
  await page.goBack();
  await expect(post).toBeHidden();
  await main(page).getByRole("tab", { name: "List" }).click();
  await expect(main(page).getByRole("article")).toHaveCount(2);
  await expect(page).toHaveURL(/\?view=list$/);
});

test("a missing profile, and the viewer's own", async ({ page, context, consoleErrors }) => {
  const me = await signIn(context, "Aarav Sharma");
  const missing = await page.goto("/profile/00000000-0000-7000-8000-000000000000");
  expect(missing?.status()).toBe(404);
  await expect(page.getByText("User not found")).toBeVisible();
  consoleErrors.length = 0;
  await page.goto("/profile");
  await expect(page).toHaveURL(`/profile/${me._id}`);
  await page.goto(`/user/${me._id}`);
  await expect(page).toHaveURL(`/profile/${me._id}`);
  await page.goto("/profilep");
  await expect(page.getByText("This is how others see your profile.")).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Join Circle" })).toBeDisabled();
});

test("a member changes their picture, undoes that, and edits their profile", async ({ page, context }) => {
  const me = await signIn(context, "Aarav Sharma");
  await page.goto("/edit-profile");
  await page.getByRole("button", { name: "Change profile picture" }).click();
  const dialog = page.getByRole("dialog", { name: "Profile picture" });
  await dialog.getByLabel("Choose a profile picture").setInputFiles(await photo(20));
  await expect(dialog.getByRole("slider", { name: "Zoom" })).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile picture is changed.")).toBeVisible();
  await expect(main(page).locator("img[src*='/media/']").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Your old profile picture is back.")).toBeVisible();
  await expect(main(page).locator("img[src*='/media/']")).toHaveCount(0);

  const name = uniqueName("Renamed");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Bio").fill("Rooftops. https://example.org #goldenhour");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText(name);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(`/profile/${me._id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(main(page).getByRole("link", { name: "#goldenhour" })).toBeVisible();
});

test("a member chooses a username, which leads to their profile and is locked afterwards", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, uniqueName("Aarav"));
  const other = await makePerson(request, uniqueName("Kabir"));
  const taken = `taken.${Date.now()}`;
  const chosen = `Chosen.${Date.now()}`;
  const headers = bearer(other);
  expect((await request.put(`/api/users/${other._id}`, { headers, data: { username: taken } })).ok()).toBe(
    true,
  );
  await publish(request, me, "By a name of my own");

  await page.goto("/edit-profile");
  const field = page.getByLabel("Username");
  await field.fill(taken);
  await expect(page.getByText(`@${taken} is taken.`)).toBeVisible();
  await field.fill(chosen);
  await expect(page.getByText(`@${chosen.toLowerCase()} is available.`)).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(`/profile/${me._id}`);
  await expect(main(page).getByText(`@${chosen.toLowerCase()}`).first()).toBeVisible();

  await page.goto(`/u/${chosen}`);
  await expect(page).toHaveURL(`/profile/${me._id}`);
  await page.goto(`/profile/${me._id}?view=list`);
  await expect(main(page).getByRole("article")).toContainText(`@${chosen.toLowerCase()}`);
  await page.goto("/edit-profile");
  await expect(field).toBeDisabled();
  await expect(page.getByText(/^You can change it again on \d/)).toBeVisible();
});

test("a person is found by a part of their name, with a typo, and by keyboard", async ({
  page,
  context,
  request,
}) => {
  await signIn(context, "Aarav Sharma");
  const person = await makePerson(request, uniqueName("Zoë"));
  const [, last = ""] = person.name.split(" ");
  await page.goto("/search-users");
  const field = main(page).getByRole("combobox", { name: "Search people" });
  await field.fill(`zoe ${last.slice(0, 4)}`);
  const results = page.getByRole("grid", { name: "Search results" });
  await expect(results.getByRole("link", { name: person.name })).toBeVisible();
  await expect(page).toHaveURL(/\?q=zoe/);
  await field.fill(`${last.slice(0, 4)}${last.slice(5)}`);
  await expect(results.getByRole("link", { name: person.name })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await results.getByRole("button", { name: `Join Circle of ${person.name}` }).click();
  await expect(
    results.getByRole("button", { name: `In Circle: Leave circle of ${person.name}` }),
  ).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(`/profile/${person._id}`);
  await page.goBack();
  await expect(main(page).getByRole("combobox", { name: "Search people" })).toHaveValue(/.+/);
  await main(page).getByRole("combobox", { name: "Search people" }).fill("qqqqzzzz");
  await expect(main(page).getByText("No users found").first()).toBeVisible();
});

test("a member chooses a theme, logs out another device, and downloads their data", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Aarav Sharma");
  await page.goto("/settings");
  await expectNoSidewaysScroll(page);
  const darkMode = page.getByRole("switch", { name: "Dark mode" });
  await darkMode.click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await darkMode.click();

  await page.getByRole("link", { name: /^Devices/ }).click();
  await expect(page).toHaveURL("/settings/devices");
  const devices = page.getByRole("list", { name: "Signed-in devices" });
  await expect(devices).toContainText("This device");

  const codeSent = await request.post("/api/auth/send-otp", { data: { email: me.email } });
  expect(codeSent.ok()).toBe(true);
  const otp = await codeFor(request, me.email);
  const signedIn = await request.post("/api/auth/check-otp", {
    data: { email: me.email, otp },
    headers: { "User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0" },
  });
  const otherToken = (await signedIn.json()).accessToken;
  await page.reload();
  await devices.getByRole("button", { name: "Log out Firefox on Android" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect(devices.getByText("Firefox on Android")).toBeHidden();
  const callAsOther = () =>
    request.get("/api/auth/me", { headers: { Authorization: `Bearer ${otherToken}` } });
  await expect.poll(async () => (await callAsOther()).status()).toBe(401);

  await page.goto("/settings/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^campus-circle-.*\.zip$/);
  await expect(page.getByText("Your data is downloaded.")).toBeVisible();
});

test("a deactivated account is hidden until its owner logs in again", async ({ page, context, request }) => {
  await fakeGoogle(context, "closed");
  const me = await signIn(context, uniqueName("Tara"));
  const other = await makePerson(request, uniqueName("Kabir"));
  await publish(request, me, "Before the break");
  const asOther = (path: string) => request.get(`/api${path}`, { headers: bearer(other) });

  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate instead" }).click();
  const question = page.getByRole("alertdialog", { name: "Deactivate your account?" });
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(page).toHaveURL("/?goodbye=deactivated");
  expect((await request.get("/api/auth/me", { headers: bearer(me) })).status()).toBe(401);
  expect((await asOther(`/users/${me._id}`)).status()).toBe(404);
  expect((await (await asOther(`/search/users?q=${me.name}`)).json()).users).toEqual([]);

  await page.goto("/login-page");
  await page.getByLabel("Email").fill(me.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await enterCode(page, request, me.email);
  await expect(page).toHaveURL(/mainfeed/);
  expect((await asOther(`/users/${me._id}`)).status()).toBe(200);
  await page.goto(`/profile/${me._id}?view=list`);
  await expect(main(page).getByRole("article")).toContainText("Before the break");
});
