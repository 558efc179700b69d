import { expect, type Page } from "playwright/test";
import { personOf } from "../../tests/user-fixture";
import { photo } from "../fixtures";
import { LONG_CAPTION, LONG_WORD } from "./fixtures";
import {
  breakMedia,
  EMPTY_PAGE,
  goOffline,
  hang,
  openWithoutPrefetch,
  respondWith,
  respondWithError,
} from "./network";
import { failing, failure, loading, main, type Screen, screensOf, visit } from "./screen";

/** Profiles, search, settings and notifications. */

const NOTIFICATIONS = /\/api\/notifications(\?|$)/;
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

async function search(page: Page, query: string): Promise<void> {
  await page.goto("/search-users");
  await main(page).getByRole("combobox", { name: "Search people" }).fill(query);
}

const PEOPLE = /\/api\/people(\?|$)/;
const campusPeople = (page: Page) => main(page).getByRole("list", { name: "People, by name" });

const REPORTS = /\/api\/reports(\?|$)/;
const END_OF_REPORTS = { hasMore: false, nextCursor: null };
const OPEN_REPORT = {
  _id: "0190a5b2-0000-7000-8000-000000000001",
  subject: "person",
  subjectId: "0190a5b2-0000-7000-8000-000000000002",
  about: { name: "Kabir Rao", text: "" },
  reason: "impersonation",
  text: "This is not the real Kabir.",
  state: "open",
  outcome: null,
  createdAt: "2026-11-20T09:00:00.000Z",
  decidedAt: null,
};
const DECIDED_REPORT = {
  ...OPEN_REPORT,
  _id: "0190a5b2-0000-7000-8000-000000000003",
  subject: "post",
  about: { name: "Dev Patel", text: "Notes of all semesters, only today, ₹999, message me" },
  reason: "spam",
  text: "",
  state: "decided",
  outcome: "removed",
  decidedAt: "2026-11-20T11:30:00.000Z",
};

/** Presses a button of the settings, which opens a dialog. */
async function pressInSettings(
  page: Page,
  name: string,
  dialog: "dialog" | "alertdialog" = "dialog",
): Promise<void> {
  await page.goto("/settings");
  await main(page).getByRole("button", { name }).click();
  await expect(page.getByRole(dialog)).toBeVisible();
}

async function saveBio(page: Page, bio: string): Promise<void> {
  await page.goto("/edit-profile");
  await page.getByLabel("Bio").fill(bio);
  await page.getByRole("button", { name: "Save", exact: false }).last().click();
}

/** Opens these notifications of one sender, of which only the newest is unseen. */
async function openNotifications(
  page: Page,
  sender: { _id: string; name: string },
  rows: { type: string; message: string; custom?: boolean }[],
): Promise<void> {
  const notifications = rows.map((row, i) => ({
    _id: `0190a1b2-aaaa-7bbb-8ccc-12345678901${i}`,
    ...row,
    senderId: personOf(sender._id, sender.name),
    postId: null,
    seen: i > 0,
    createdAt: new Date(Date.now() - i * 3_600_000).toISOString(),
  }));
  const numbers = {
    totalCount: 3,
    currentPage: 1,
    totalPages: 1,
    nextCursor: null,
    unreadCount: 1,
    newCount: 1,
  };
  // The live stream would replace the list with the real one.
  await hang(page, "**/api/notifications/stream");
  await respondWith(page, NOTIFICATIONS, { notifications, ...numbers });
  await openWithoutPrefetch(page, "/notify");
}

async function sendNotification(page: Page): Promise<void> {
  await page.goto("/create-notify");
  await page.getByLabel("Receiver ID").fill("0190a1b2-aaaa-7bbb-8ccc-1234567890ab");
  await page.getByLabel("Message").fill("See you at the amphitheatre");
  await page.getByRole("button", { name: "Create Notification" }).click();
}

async function openReport(page: Page): Promise<void> {
  await respondWith(page, REPORTS, { reports: [], ...END_OF_REPORTS });
  await page.goto("/u/kabir.rao");
  await expect(heading(page, "Kabir Rao")).toBeVisible();
  await main(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Report Kabir Rao" }).click();
  await expect(page.getByRole("dialog", { name: "Report Kabir Rao" })).toBeVisible();
}

export const PEOPLE_SCREENS: Screen[] = [
  ...screensOf("/profile", "resident", [
    {
      shows: "Leads to one's own profile",
      open: async ({ page, fixtures }) => {
        await page.goto("/profile");
        await expect(heading(page, (await fixtures.actor("resident")).name)).toBeVisible();
      },
    },
  ]),
  ...screensOf("/u/{username}", "resident", [
    {
      shows: "Leads to the profile of who has that username",
      open: visit("/u/Kabir.Rao", (page) => heading(page, "Kabir Rao")),
    },
    {
      state: "empty",
      shows: "An unknown username",
      open: visit("/u/no.such.name", (page) => page.getByText("User not found")),
    },
  ]),
  ...screensOf("/profile/{userId}", "resident", [
    {
      detail: "post",
      shows: "A post of the grid over the profile, under its own address",
      open: async ({ page, fixtures }) => {
        const { userId } = await fixtures.commentedPost();
        await page.goto(`/profile/${userId._id}`);
        await page
          .getByRole("list", { name: /^Posts by/ })
          .getByRole("link")
          .first()
          .click();
        await expect(page.getByRole("dialog", { name: "Post" }).getByRole("article")).toBeVisible();
      },
    },
    {
      shows: "Another person's profile and posts",
      open: async ({ page, fixtures }) => {
        const { userId } = await fixtures.commentedPost();
        await page.goto(`/profile/${userId._id}`);
        await expect(heading(page, userId.name)).toBeVisible();
      },
    },
    {
      detail: "own",
      shows: "One's own profile, its menu open",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.actor("resident"))._id}`);
        await page.getByRole("button", { name: "Profile menu" }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      detail: "circle",
      shows: "Who is in a circle",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.commentedPost()).userId._id}`);
        await main(page)
          .getByRole("button", { name: / members?$/ })
          .click();
        await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
      },
    },
    {
      detail: "picture",
      shows: "Moving and zooming a new picture",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.actor("resident"))._id}`);
        await page.getByRole("button", { name: "Change profile picture" }).click();
        await page.getByLabel("Choose a profile picture").setInputFiles(await photo(200));
        await expect(page.getByRole("slider", { name: "Zoom" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "One's own profile before the first post",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.actor("newcomer"))._id}`);
        await expect(page.getByText("Share your first post")).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "circle",
      shows: "A circle that is waiting",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.actor("newcomer"))._id}`);
        await main(page)
          .getByRole("button", { name: /Your Circle$/ })
          .click();
        await expect(page.getByText("No one in your circle yet")).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "no-match",
      shows: "User not found",
      open: visit("/profile/0190a1b2-aaaa-7bbb-8ccc-1234567890ab", (page) =>
        page.getByText("User not found"),
      ),
    },
    {
      state: "empty",
      detail: "deactivated",
      shows: "A deactivated account",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${await fixtures.deactivated()}`);
        await expect(page.getByText("This account is deactivated")).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "The skeleton of a profile",
      open: async ({ page, fixtures }) => {
        const { _id } = (await fixtures.commentedPost()).userId;
        await hang(page, `**/api/users/${_id}`);
        await openWithoutPrefetch(page, `/profile/${_id}`);
        await expect(page.getByText(/^Loading/).first()).toBeAttached();
      },
    },
    {
      state: "slow network",
      shows: "The posts are on their way",
      open: async ({ page, fixtures }) => {
        const { _id, name } = (await fixtures.commentedPost()).userId;
        await hang(page, `**/api/users/${_id}/posts*`);
        await openWithoutPrefetch(page, `/profile/${_id}`);
        await expect(heading(page, name)).toBeVisible();
        await expect(page.getByText(/^Loading/).first()).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "The profile cannot be loaded",
      open: async ({ page, fixtures }) => {
        const { _id } = (await fixtures.commentedPost()).userId;
        await respondWithError(page, `**/api/users/${_id}`);
        await openWithoutPrefetch(page, `/profile/${_id}`);
        await expect(failure(page)).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "error",
      detail: "posts",
      shows: "Only the posts cannot be loaded",
      open: async ({ page, fixtures }) => {
        const { _id } = (await fixtures.commentedPost()).userId;
        await respondWithError(page, `**/api/users/${_id}/posts*`);
        await openWithoutPrefetch(page, `/profile/${_id}`);
        await expect(failure(page)).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "missing picture",
      shows: "Banner, portrait and posts are gone",
      open: async ({ page, fixtures }) => {
        await breakMedia(page);
        const { userId } = await fixtures.commentedPost();
        await page.goto(`/profile/${userId._id}`);
        await expect(heading(page, userId.name)).toBeVisible();
      },
    },
    {
      state: "offline",
      shows: "Joining fails: the button goes back and a toast says so",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.commentedPost()).userId._id}`);
        await expect(main(page).getByRole("button", { name: /^Join Circle/ })).toBeVisible();
        await goOffline(page);
        await main(page)
          .getByRole("button", { name: /^Join Circle/ })
          .click();
        await expect(page.getByText(/Failed to update circle status/)).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "A name of 80 characters and a bio without spaces",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.longTextPost()).person._id}`);
        await expect(heading(page, /^Wolfe/)).toBeVisible();
      },
    },
    {
      detail: "report",
      shows: "Why one reports a person, and what moderators should know",
      open: async ({ page }) => {
        await openReport(page);
        await page.getByRole("radio", { name: /^Impersonation/ }).check();
      },
    },
    {
      detail: "report self-harm",
      shows: "Where to find help, at once",
      open: async ({ page }) => {
        await openReport(page);
        await page.getByRole("radio", { name: /^Suicide/ }).check();
        await expect(page.getByRole("region", { name: "Help at any hour" })).toBeVisible();
        // Scrolling to the help does not scroll the title away.
        await expect(page.getByRole("heading", { name: /^Report/ })).toBeInViewport({ ratio: 0.9 });
      },
    },
    {
      detail: "reported",
      shows: "Thanks, and offers to mute or block the person",
      open: async ({ page }) => {
        await openReport(page);
        await page.route(REPORTS, (route) =>
          route.request().method() === "POST"
            ? route.fulfill({ status: 201, json: { report: OPEN_REPORT } })
            : route.fallback(),
        );
        await page.getByRole("radio", { name: /^Impersonation/ }).check();
        await page.getByRole("button", { name: "Send report" }).click();
        await expect(page.getByText(/^Thank you\./)).toBeVisible();
      },
    },
  ]),
  ...screensOf("/profilep", "resident", [
    {
      shows: "One's own profile, as others see it",
      open: async ({ page, fixtures }) => {
        await page.goto("/profilep");
        await expect(heading(page, (await fixtures.actor("resident")).name)).toBeVisible();
      },
    },
  ]),
  ...screensOf("/edit-profile", "resident", [
    {
      shows: "The profile's fields",
      open: async ({ page }) => {
        await page.goto("/edit-profile");
        await expect(page.getByLabel("Bio")).not.toHaveValue("");
      },
    },
    {
      detail: "username",
      shows: "A username that can be had",
      open: async ({ page }) => {
        await page.goto("/edit-profile");
        await page.getByLabel("Username").fill("golden.hour.guild");
        await expect(page.getByText("@golden.hour.guild is available.")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "username",
      shows: "A username that is taken",
      as: "newcomer",
      open: async ({ page }) => {
        await page.goto("/edit-profile");
        await page.getByLabel("Username").fill("ishita.verma");
        await expect(page.getByText("@ishita.verma is taken.")).toBeVisible();
      },
    },
    {
      detail: "username chosen",
      shows: "A username that was chosen lately stays",
      as: "newcomer",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        const { _id, accessToken } = await fixtures.actor("newcomer");
        const headers = { Authorization: `Bearer ${accessToken}` };
        // The id's last group is valid in a username. Repeating this changes nothing.
        await page.request.put(`/api/users/${_id}`, {
          headers,
          data: { username: `nila.${_id.slice(-12)}` },
        });
        await page.goto("/edit-profile");
        await expect(page.getByText(/^You can change it again on/)).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "A bio over its limit",
      open: async ({ page }) => {
        await saveBio(page, LONG_CAPTION.slice(0, 400));
        await expect(page.getByText(/Please keep your bio/)).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "The change could not be saved",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/users/*");
        await saveBio(page, "Chai first.");
        await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
      },
    },
    {
      state: "slow network",
      shows: "A spinner in the button",
      open: async ({ page }) => {
        await hang(page, "**/api/users/*");
        await saveBio(page, "Chai first.");
        await expect(page.locator("button[aria-busy=true]")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/search-users", "resident", [
    {
      state: "empty",
      shows: "Nothing searched for: trending tags, people to join, popular photos",
      fullPage: true,
      open: async ({ page }) => {
        await page.goto("/search-users");
        await expect(main(page).getByRole("list", { name: "People to join" })).toBeVisible();
        await expect(main(page).getByRole("list", { name: "Popular photos" })).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "campus",
      shows: "A campus in which there is nothing to explore yet",
      hasEmptyRail: true,
      open: async ({ page }) => {
        await respondWith(page, "**/api/tags/trending", { tags: [] });
        await respondWith(page, "**/api/users/suggestions*", { users: [] });
        await respondWith(page, "**/api/posts/trending*", { posts: [], ...EMPTY_PAGE });
        await openWithoutPrefetch(page, "/search-users");
        await expect(page.getByText("Nothing to explore yet")).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "no-tag",
      shows: "No tags found",
      open: async ({ page }) => {
        await search(page, "#nobodyusedthis");
        await expect(main(page).getByText("No tags found")).toBeVisible();
      },
    },
    {
      detail: "tags",
      shows: "Tags that begin with a word",
      open: async ({ page }) => {
        await search(page, "gwal");
        await expect(page.getByRole("grid", { name: "Tags" })).toBeVisible();
      },
    },
    {
      detail: "recent",
      shows: "Recent searches, with the field focused",
      open: async ({ page }) => {
        await search(page, "gwal");
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        await expect(page.getByRole("list", { name: "Recent searches" })).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "explore",
      shows: "Explore cannot be loaded: one message, one retry",
      open: async ({ page }) => {
        for (const path of ["tags/trending", "users/suggestions*", "posts/trending*"]) {
          await respondWithError(page, `**/api/${path}`);
        }
        await openWithoutPrefetch(page, "/search-users");
        await expect(main(page).getByRole("button", { name: "Try Again" })).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "long text",
      detail: "query",
      shows: "A query that is longer than can be searched for",
      open: visit(`/search-users?q=${"a".repeat(300)}`, (page) =>
        page.getByText("Search is limited to 200 characters."),
      ),
    },
    {
      shows: "People who match",
      open: async ({ page }) => {
        await search(page, "sh");
        await expect(page.getByRole("grid", { name: "Search results" })).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "no-match",
      shows: "No users found",
      open: async ({ page }) => {
        await search(page, "zzzzzzz");
        await expect(main(page).getByText(/^Check the spelling/)).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "Skeletons of people",
      open: async ({ page }) => {
        await hang(page, "**/api/search/users*");
        await search(page, "ishita");
        await expect(page.getByText(/^(Searching|Loading)/).first()).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "Searching failed",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/search/users*");
        await search(page, "ishita");
        await expect(failure(page)).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "long text",
      shows: "People with long names, searched by a long word",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await fixtures.longTextPost();
        await search(page, "Wolfeschlegelsteinhausenbergerdorff");
        await expect(page.getByRole("grid", { name: "Search results" })).toBeVisible();
      },
    },
    {
      state: "missing picture",
      shows: "Portraits that are gone: initials",
      open: async ({ page }) => {
        await breakMedia(page);
        await search(page, "sh");
        await expect(page.getByRole("grid", { name: "Search results" })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/people", "resident", [
    {
      shows: "Who is on the campus, by name, and one's class above",
      open: async ({ page }) => {
        await page.goto("/people");
        await expect(campusPeople(page)).toBeVisible();
        await expect(main(page).getByRole("button", { name: /^My class/ })).toBeVisible();
      },
    },
    {
      detail: "filtered",
      shows: "A department's people, with its sections to choose from",
      open: async ({ page }) => {
        await page.goto("/people");
        await main(page)
          .getByRole("button", { name: /^My class/ })
          .click();
        await expect(main(page).getByRole("button", { name: "Clear filters" })).toBeVisible();
        await expect(campusPeople(page)).toBeVisible();
      },
    },
    {
      detail: "no-class",
      shows: "One who has said no department: where to say it",
      as: "newcomer",
      open: visit("/people", (page) => main(page).getByRole("link", { name: "your profile" })),
    },
    {
      state: "empty",
      shows: "No one fits the filters",
      open: visit("/people?batch=1950", (page) => main(page).getByText("No one found")),
    },
    {
      state: "loading",
      shows: "Skeletons of people",
      open: async ({ page }) => {
        await hang(page, PEOPLE);
        await openWithoutPrefetch(page, "/people");
        await expect(page.getByText("Loading people").first()).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "The people cannot be loaded",
      open: failing("/people", PEOPLE),
    },
    {
      state: "offline",
      shows: "The people as they were read last",
      open: async ({ page }) => {
        await page.goto("/people");
        await expect(campusPeople(page)).toBeVisible();
        await goOffline(page);
        await expect(campusPeople(page)).toBeVisible();
      },
    },
  ]),

  ...screensOf("/settings", "resident", [
    {
      shows: "Theme, the account with its password and leaving, and all groups",
      fullPage: true,
      open: visit("/settings", (page) => main(page).getByRole("button", { name: "Delete Account" })),
    },
    {
      detail: "logout",
      shows: "Asks before logging out",
      open: ({ page }) => pressInSettings(page, "Logout", "alertdialog"),
    },
    {
      detail: "deactivate",
      shows: "Says what happens before an account is hidden",
      open: ({ page }) => pressInSettings(page, "Deactivate account", "alertdialog"),
    },
    {
      detail: "delete account",
      shows: "Offers to deactivate, and asks twice before everything is deleted",
      open: ({ page }) => pressInSettings(page, "Delete Account"),
    },
    {
      detail: "set password",
      shows: "A first password, and how strong it is",
      open: async ({ page }) => {
        await respondWith(page, "**/api/auth/password", { hasPassword: false, recentlySignedIn: true });
        await pressInSettings(page, "Set password");
        await page.getByLabel("New password", { exact: true }).fill("golden hour 7");
      },
    },
    {
      detail: "code for a password",
      shows: "A first password that needs a code",
      open: async ({ page }) => {
        await respondWith(page, "**/api/auth/password", { hasPassword: false, recentlySignedIn: false });
        await respondWith(page, "**/api/auth/send-otp", { message: "OTP sent" });
        await pressInSettings(page, "Set password");
        await page.getByRole("button", { name: "Send code" }).click();
        await expect(page.getByLabel("Verification code")).toBeVisible();
      },
    },
    {
      detail: "change password",
      shows: "The current password, and the new one",
      open: async ({ page }) => {
        await respondWith(page, "**/api/auth/password", { hasPassword: true, recentlySignedIn: false });
        await pressInSettings(page, "Change password");
        await expect(page.getByLabel("Current password", { exact: true })).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "change password",
      shows: "The current password was wrong",
      open: async ({ page }) => {
        await page.route("**/api/auth/password", async (route) => {
          if (route.request().method() === "GET") {
            await route.fulfill({ json: { hasPassword: true, recentlySignedIn: false } });
          } else {
            const json = { error: "wrong_password", message: "That isn't your current password." };
            await route.fulfill({ status: 400, json });
          }
        });
        await pressInSettings(page, "Change password");
        await page.getByLabel("Current password", { exact: true }).fill("silver hour 7");
        await page.getByLabel("New password", { exact: true }).fill("golden hour 7");
        await page.getByRole("dialog").getByRole("button", { name: "Change password" }).click();
        await expect(page.getByText("That isn't your current password.")).toBeVisible();
      },
    },
    {
      detail: "remove password",
      shows: "What removing it means",
      open: async ({ page }) => {
        await respondWith(page, "**/api/auth/password", { hasPassword: true, recentlySignedIn: false });
        await pressInSettings(page, "Remove password");
      },
    },
  ]),
  ...screensOf("/settings/{group}", "resident", [
    {
      detail: "appearance",
      shows: "Videos and data; shortcuts only where there is a keyboard",
      open: visit("/settings/appearance", (page) => page.getByRole("switch", { name: /^Autoplay/ })),
    },
    {
      detail: "notifications",
      shows: "Which notifications one gets",
      open: visit("/settings/notifications", (page) => page.getByRole("switch", { name: /^Likes(?! of)/ })),
    },
    {
      detail: "reports",
      shows: "What one has reported, and what came of it",
      open: async ({ page }) => {
        await respondWith(page, REPORTS, { reports: [DECIDED_REPORT, OPEN_REPORT], ...END_OF_REPORTS });
        await page.goto("/settings/reports");
        await expect(page.getByRole("list", { name: "Your reports" })).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "reports",
      shows: "Says how to report something",
      open: async ({ page }) => {
        await respondWith(page, REPORTS, { reports: [], ...END_OF_REPORTS });
        await page.goto("/settings/reports");
        await expect(page.getByText(/You haven't reported anything/)).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "reports",
      shows: "Reports cannot be loaded",
      open: async ({ page }) => {
        await respondWithError(page, REPORTS);
        await page.goto("/settings/reports");
        await expect(failure(page)).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      detail: "devices",
      shows: "This device first, then the others",
      open: visit("/settings/devices", (page) => page.getByRole("list", { name: "Signed-in devices" })),
    },
    {
      detail: "data",
      shows: "Downloading everything about oneself",
      open: visit("/settings/data", (page) => page.getByRole("button", { name: "Download my data" })),
    },
    {
      detail: "about",
      shows: "Answers, further pages, the version",
      fullPage: true,
      open: visit("/settings/about", (page) => main(page).getByText(/^Version/)),
    },
    {
      state: "loading",
      detail: "devices",
      shows: "Devices are on their way",
      open: async ({ page }) => {
        await hang(page, "**/api/auth/sessions");
        await page.goto("/settings/devices");
        await expect(page.getByText("Loading devices")).toBeAttached();
      },
    },
    {
      state: "loading",
      detail: "notifications",
      shows: "Choices are on their way",
      open: async ({ page }) => {
        await hang(page, "**/api/notifications/preferences");
        await page.goto("/settings/notifications");
        await expect(page.getByText("Loading your choices")).toBeAttached();
      },
    },
    {
      state: "error",
      detail: "devices",
      shows: "Devices cannot be loaded",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/auth/sessions");
        await page.goto("/settings/devices");
        await expect(failure(page).first()).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "error",
      detail: "notifications",
      shows: "Choices cannot be loaded",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/notifications/preferences");
        await page.goto("/settings/notifications");
        await expect(page.getByText("Your choices couldn't be loaded.")).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      detail: "privacy",
      shows: "Who sees one's year, and the directory",
      open: visit("/settings/privacy", (page) =>
        main(page).getByRole("combobox", { name: "Who can see my year" }),
      ),
    },
    {
      detail: "messages",
      shows: "Who can write first, and read receipts",
      open: visit("/settings/messages", (page) =>
        main(page).getByRole("combobox", { name: "Who can message you" }),
      ),
    },
  ]),
  ...screensOf("/notify", "resident", [
    {
      shows: "Who liked, commented and joined",
      open: visit("/notify", (page) => page.getByRole("heading", { level: 2 }).first()),
    },
    {
      detail: "likes unfolded",
      shows: "Several likes of one post, one by one",
      open: async ({ page }) => {
        await page.goto("/notify");
        await page
          .getByRole("button", { name: /^Show all/ })
          .first()
          .click();
        await expect(page.getByRole("button", { name: "Show less" })).toBeVisible();
      },
    },
    {
      detail: "filtered",
      shows: "Only joined circles; on phones a banner says so",
      open: async ({ page }) => {
        await page.goto("/notify");
        await page.getByRole("button", { name: /Filter/ }).click();
        await page.getByRole("menuitemradio", { name: "Follows" }).click();
        await expect(page.getByRole("menu")).toBeHidden();
      },
    },
    {
      detail: "by hand",
      shows: "What a member sent by hand, and a type of a later release: both grey",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        const sender = (await fixtures.commentedPost()).userId;
        await openNotifications(page, sender, [
          { type: "like", custom: true, message: "See you at the amphitheatre at six?" },
          { type: "poll", custom: false, message: "asked you something" },
          { type: "follow", custom: false, message: "joined your circle" },
        ]);
        await expect(page.getByText(/sent you a notification/)).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "No notifications",
      as: "newcomer",
      open: visit("/notify", (page) => page.getByText("No notifications")),
    },
    {
      state: "empty",
      detail: "filtered",
      shows: "No likes among them",
      as: "newcomer",
      open: async ({ page }) => {
        await page.goto("/notify");
        await page.getByRole("button", { name: /Filter/ }).click();
        await page.getByRole("menuitemradio", { name: "Likes" }).click();
        await expect(page.getByRole("button", { name: "Show all notifications" })).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "Five skeleton rows",
      open: loading("/notify", NOTIFICATIONS, "Loading notifications"),
    },
    {
      state: "error",
      shows: "Five samples, marked as such, and Try Again",
      open: async ({ page }) => {
        await respondWithError(page, NOTIFICATIONS);
        await openWithoutPrefetch(page, "/notify");
        await expect(page.getByText("Sample notifications")).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "missing picture",
      shows: "Portraits and thumbnails that are gone",
      open: async ({ page }) => {
        await breakMedia(page);
        await page.goto("/notify");
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "A sender with a long name and a message at its limit",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        const { _id, name } = (await fixtures.commentedPost()).userId;
        const sender = { _id, name: `${name} ${LONG_WORD}`.slice(0, 80) };
        const message = `${LONG_WORD} هذا نص طويل ${"goes on and on ".repeat(8)}`.slice(0, 280);
        const rows = ["like", "comment", "follow"].map((type) => ({ type, message }));
        await openNotifications(page, sender, rows);
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      },
    },
    {
      state: "offline",
      shows: "The list stays; nothing new comes",
      open: async ({ page }) => {
        await page.goto("/notify");
        await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
        await goOffline(page);
      },
    },
  ]),
  ...screensOf("/create-notify", "resident", [
    {
      shows: "The form for a notification",
      open: visit("/create-notify", (page) => page.getByRole("heading", { name: "Create Notification" })),
    },
    {
      detail: "nothing new",
      shows: "One was sent to that person today already",
      open: async ({ page }) => {
        const sent = {
          _id: "0190a1b2-aaaa-7bbb-8ccc-123456789020",
          type: "like",
          custom: true,
          message: "See you at the amphitheatre",
          senderId: personOf("0190a1b2-aaaa-7bbb-8ccc-1234567890ac", "Aarav Sharma"),
          postId: null,
          seen: false,
          createdAt: new Date().toISOString(),
        };
        await respondWith(page, /\/api\/notifications$/, { notification: sent, created: false });
        await sendNotification(page);
        await expect(page.getByText(/^Nothing new was created/)).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "Failed to create notification",
      open: async ({ page }) => {
        await respondWithError(page, NOTIFICATIONS);
        await sendNotification(page);
        await expect(page.getByText("Failed to create notification")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/other", "resident", [
    {
      state: "empty",
      detail: "member",
      shows: "An address without a page, for a member",
      open: visit("/profile/not/a/page", (page) => page.getByRole("heading", { name: "Page not found" })),
    },
  ]),
];
