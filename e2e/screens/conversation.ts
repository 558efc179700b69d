import { expect, type Page } from "playwright/test";
import { commentButton } from "../feed";
import type { Fixtures } from "./fixtures";
import { EMPTY_PAGE, openWithoutPrefetch, respondWith } from "./network";
import { type Screen, screensOf } from "./screen";

/** Threads below a post, what was edited, people after an @, and who may comment. */

/** Opens a post whose first comment is deleted and whose second one, the resident's, is edited. */
async function openThreads(page: Page, fixtures: Fixtures): Promise<void> {
  await page.goto(`/post/${await fixtures.threadPost()}`);
  await expect(page.getByText("Deleted comment")).toBeVisible();
}

/** Types an @ and the beginning of a name. */
async function name(page: Page, field: string): Promise<void> {
  await page.getByRole("textbox", { name: field }).last().pressSequentially("@nikhil");
  await expect(page.getByRole("listbox", { name: "People to mention" })).toBeVisible();
}

const openedDialog = (page: Page, title: string) =>
  expect(page.getByRole("dialog", { name: title })).toBeVisible();

export const CONVERSATION_SCREENS: Screen[] = [
  ...screensOf("/post/{postId}", "resident", [
    {
      detail: "threads",
      shows: "Open threads, one of them below a first comment that is deleted",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await openThreads(page, fixtures);
        const closed = page.getByRole("button", { name: "View 1 reply" });
        await closed.first().click();
        await expect(page.getByRole("list", { name: "Replies" })).toHaveCount(1);
        await closed.first().click();
        await expect(page.getByRole("list", { name: "Replies" })).toHaveCount(2);
      },
    },
    {
      detail: "comment history",
      shows: "What an edited comment said before",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await openThreads(page, fixtures);
        await page.getByRole("button", { name: "edited" }).click();
        await openedDialog(page, "What it said before");
        await expect(page.getByText("Ask the gaurd")).toBeVisible();
      },
    },
    {
      detail: "edit comment",
      shows: "Changing one's own comment",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await openThreads(page, fixtures);
        await page.getByRole("button", { name: "Edit comment" }).first().click();
        await openedDialog(page, "Edit comment");
      },
    },
    {
      detail: "names",
      shows: "The people after an @ in a comment",
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${(await fixtures.commentedPost())._id}`);
        await name(page, "Write a comment");
      },
    },
  ]),
  ...screensOf("/mainfeed", "resident", [
    {
      detail: "comments closed",
      shows: "A post on which the viewer may not comment",
      open: async ({ page, fixtures }) => {
        const post = { ...(await fixtures.commentedPost()), whoCanComment: "nobody", canComment: false };
        await respondWith(page, "**/api/posts?*", { posts: [post], ...EMPTY_PAGE });
        await openWithoutPrefetch(page, "/mainfeed");
        await commentButton(page.getByRole("article").first()).click();
        await expect(page.getByText("Comments on this post are limited by its author.")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/create-post", "resident", [
    {
      detail: "names",
      shows: "The people after an @ in a caption",
      open: async ({ page }) => {
        await page.goto("/create-post");
        await name(page, "What's happening on campus?");
      },
    },
  ]),
  ...screensOf("/profile/{userId}", "resident", [
    {
      detail: "who can comment",
      shows: "Choosing who may comment on one's own post",
      open: async ({ page, fixtures }) => {
        await page.goto(`/profile/${(await fixtures.actor("resident"))._id}?view=list`);
        await page.getByRole("article").first().getByRole("button", { name: "Post options" }).click();
        await page.getByRole("menuitem", { name: "Who can comment" }).click();
        await openedDialog(page, "Who can comment");
      },
    },
  ]),
];
