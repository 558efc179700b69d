import { articles } from "../feed";
import { expect } from "../fixtures";
import { hang, respondWithError } from "./network";
import { type Screen, type ScreenContext, screensOf } from "./screen";

/** Muting and blocking people, and muted words. */

const openSafety = ({ page }: Pick<ScreenContext, "page">) => page.goto("/settings/safety");

/** Opens the question about the author of a post on their profile. */
async function ask({ page, fixtures }: ScreenContext, item: RegExp): Promise<void> {
  const { userId } = await fixtures.commentedPost();
  await page.goto(`/profile/${userId._id}?view=list`);
  await articles(page).first().getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
}

export const SAFETY_SCREENS: Screen[] = [
  ...screensOf("/settings/{group}", "resident", [
    {
      detail: "safety",
      shows: "Blocked people with a long name among them, muted people until when, muted words",
      fullPage: true,
      open: async ({ page, fixtures }) => {
        await fixtures.hiddenPeople();
        await openSafety({ page });
        await expect(page.getByRole("list", { name: "Blocked people" })).toBeVisible();
        await expect(page.getByRole("list", { name: "Muted words" })).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "safety",
      shows: "No one and nothing is hidden",
      as: "newcomer",
      open: async ({ page }) => {
        await openSafety({ page });
        await expect(page.getByText("You haven't muted any words.")).toBeVisible();
      },
    },
    {
      state: "loading",
      detail: "safety",
      shows: "People and words are on their way",
      open: async ({ page }) => {
        await hang(page, "**/api/safety/**");
        await openSafety({ page });
        await expect(page.getByText("Loading muted words")).toBeAttached();
      },
    },
    {
      state: "error",
      detail: "safety",
      shows: "People and words cannot be loaded",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/safety/**");
        await openSafety({ page });
        await expect(page.getByRole("main").getByRole("button", { name: "Try Again" })).toHaveCount(3, {
          timeout: 20_000,
        });
      },
    },
    {
      state: "error",
      detail: "muted word",
      shows: "A word that is too short",
      as: "newcomer",
      open: async ({ page }) => {
        await openSafety({ page });
        await page.getByRole("textbox", { name: "Word, phrase or #tag" }).fill("a");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await expect(page.getByText("Please use at least 2 characters.")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/profile/{userId}", "resident", [
    {
      detail: "menu",
      shows: "What can be done about the author of a post",
      open: async ({ page, fixtures }) => {
        const { userId } = await fixtures.commentedPost();
        await page.goto(`/profile/${userId._id}?view=list`);
        await articles(page).first().getByRole("button", { name: "Post options" }).click();
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      detail: "muting",
      shows: "Asks for how long to mute someone",
      open: (context) => ask(context, /^Mute /),
    },
    {
      detail: "blocking",
      shows: "Says what a block does, before it is one",
      open: (context) => ask(context, /^Block /),
    },
    {
      detail: "muted",
      shows: "A profile whose person is muted until a date",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.hiddenPeople()).mutedId}`);
        await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
      },
    },
    {
      detail: "blocked",
      shows: "A profile whose person is blocked, with a long name",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.hiddenPeople()).blockedId}`);
        await expect(page.getByRole("button", { name: "Unblock" })).toBeVisible();
      },
    },
  ]),
];
