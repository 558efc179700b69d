import type { Locator, Page } from "playwright/test";
import { captionOf, choosePhoto, postButton, postWith, test, topOf, waitUntilPublished } from "./feed";
import {
  animationsEnded,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  waitUntilLive,
} from "./fixtures";

/** Two people under a post: mentions, live comments, replies, likes, edits, and the way to each. */

/** What is not pushed would show after 30 s. */
const whenPushed = { timeout: 15_000 };

/** Letters that make a name unique in this run. */
const uniqueName = (first: string) =>
  `${first} ${[...String(Date.now() + Math.random())].map((digit) => "Abcdefghijk"[Number(digit)] ?? "z").join("")}`;

const field = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
/** The innermost item with these words: a first comment's has its replies in it. */
const comment = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words }).last();

async function write(page: Page, words: string): Promise<void> {
  await field(page).pressSequentially(words);
  const saved = page.waitForResponse((response) => response.request().method() === "POST" && response.ok());
  await page.getByRole("button", { name: "Send comment" }).click();
  await saved;
}

/** From wherever the page is, by the bell and the notification's row. */
async function follow(page: Page, sentence: RegExp): Promise<void> {
  // On a phone the bar with the bell comes back with the page's top.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page
    .getByRole("link", { name: /^Notifications, \d+ new$/ })
    .filter({ visible: true })
    .click(whenPushed);
  await page.getByRole("link", { name: sentence }).click();
}

/** The author's own post counts no notifications about itself while it is open. */
async function readElsewhere(page: Page): Promise<void> {
  await page.goto("/settings");
  await waitUntilLive(page);
}

async function reply(page: Page, to: Locator): Promise<void> {
  await to.getByRole("button", { name: "Reply", exact: true }).first().click();
  await expect(field(page)).toBeFocused();
}

test("two people talk under a post, and find their way from the notification to the sentence", async ({
  page,
  context,
  browser,
}) => {
  const author = await signIn(context, uniqueName("Tara"));
  const theirs = await browser.newContext();
  const friend = await signIn(theirs, uniqueName("Kabir"));
  const theirPage = await theirs.newPage();
  await theirPage.goto("/mainfeed");
  await waitUntilLive(theirPage);

  await test.step("a caption names someone, picked from the list behind @", async () => {
    await page.goto("/create-post");
    await choosePhoto(page);
    await captionOf(page).pressSequentially(`On the roof with @${friend.name.split(" ")[1]?.slice(0, 12)}`);
    const option = page.getByRole("option", { name: friend.name });
    await expect(option).toBeVisible();
    await option.tap();
    await expect(captionOf(page)).toHaveValue(/^On the roof with @\S+ $/);
    await postButton(page).click();
    await waitUntilPublished(page);
    await postWith(page, "On the roof with").first().locator("a[href^='/post/']").first().click();
    await expect(page).toHaveURL(/\/post\//);
    await waitUntilLive(page);
  });

  await test.step("they are notified, and find the post", async () => {
    await follow(theirPage, /mentioned you: “On the roof with @/);
    await expect(theirPage).toHaveURL(page.url());
    await expect(theirPage.getByRole("article").getByText("On the roof with")).toBeVisible();
  });

  await test.step("a comment of theirs is offered, and moves nothing", async () => {
    await write(page, "Who else was there?");
    const before = await topOf(comment(page, "Who else"));
    await write(theirPage, "Half the hostle");
    const offer = page.getByRole("button", { name: "1 new comment" });
    await expect(offer).toBeVisible(whenPushed);
    expect(await topOf(comment(page, "Who else"))).toBe(before);
    await expect(comment(page, "Half the hostle")).toHaveCount(0);
    await offer.click();
    await expect(comment(page, "Half the hostle")).toBeInViewport();
    await expect(offer).toHaveCount(0);
  });

  await test.step("a reply leads its reader to it, in its open thread", async () => {
    await reply(page, comment(page, "Half the hostle"));
    await write(page, "All of the third floor");
    await follow(theirPage, /replied: “All of the third floor”$/);
    const item = comment(theirPage, "All of the third floor");
    await expect(item).toBeFocused();
    await expect(item).toBeInViewport();
    await expect(item.locator(".animate-mark")).toBeVisible();
    await expect(theirPage.getByRole("list", { name: "Replies" })).toContainText("All of the third floor");
    // What the notification led to is no news.
    await expect(theirPage.getByRole("button", { name: /new comment/ })).toHaveCount(0);
  });

  await test.step("a like of it notifies its writer, who finds it counted", async () => {
    await readElsewhere(page);
    await comment(theirPage, "All of the third").getByRole("button", { name: "Like comment" }).click();
    await follow(page, /liked your comment/);
    const item = comment(page, "All of the third");
    await expect(item).toBeFocused();
    await expect(item.getByRole("button", { name: "1 like" })).toBeVisible();
  });

  await test.step("an edit says so, and what it said before", async () => {
    const own = comment(theirPage, "Half the hostle");
    await own.hover();
    await own.getByRole("button", { name: "Edit comment" }).first().click();
    const dialog = theirPage.getByRole("dialog", { name: "Edit comment" });
    await dialog.getByRole("textbox", { name: /^Comment/ }).fill("Half the hostel");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(theirPage.getByText("Half the hostel")).toBeVisible();
  });

  await test.step("a reply to the reply begins with its writer's name, which leads to them", async () => {
    await readElsewhere(page);
    await reply(theirPage, comment(theirPage, "All of the third"));
    await expect(field(theirPage)).toHaveValue(/^@\S+ $/);
    await write(theirPage, "and the warden");
    await theirPage.getByRole("list", { name: "Replies" }).getByRole("link", { name: /^@/ }).click();
    await expect(theirPage).toHaveURL(`/profile/${author._id}`);
    await theirPage.goBack();
  });

  await test.step("the author is led to it, and reads the edit", async () => {
    await follow(page, /replied: “@\S+ and the warden”$/);
    await expect(comment(page, "and the warden")).toBeFocused();
    await expect(comment(page, "and the warden")).toBeInViewport();
    const edited = page.getByRole("button", { name: "edited", exact: true });
    await edited.click();
    await expect(page.getByRole("dialog").getByText("Half the hostle", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expectNoSidewaysScroll(page);
    await animationsEnded(page);
    await expectAccessible(page);
  });

  await test.step("a first comment that is deleted leaves its replies", async () => {
    const own = comment(theirPage, "Half the hostel");
    await own.hover();
    await own.getByRole("button", { name: "Delete comment" }).first().click();
    await theirPage.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.reload();
    const thread = comment(page, "Deleted comment");
    await expect(thread).toContainText("and the warden");
    await expect(thread.getByRole("button", { name: "Reply", exact: true })).toHaveCount(2);
  });
  await theirs.close();
});
