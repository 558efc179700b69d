import type { APIRequestContext, Locator, Page } from "playwright/test";
import { expect } from "../fixtures";
import { call, changeFeed, makeMember, publish, publishVideo, rejectCall, signIn, test } from "./member";

/** Posts of the main feed in §2, with their states, limits and errors. */

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const DAY = 86_400;

/** Someone else's post, on the feed of a new member. */
async function openPost(
  page: Page,
  request: APIRequestContext,
  text = "Chess at the library",
): Promise<{ card: Locator; post: { _id: string } }> {
  const author = await makeMember(request, "Kabir Singh");
  // Tests run side by side, and show their posts to everybody.
  const caption = `${text} ${author._id}`;
  const post = await publish(request, author, caption);
  await signIn(page, "Riya Sharma");
  await page.goto("/mainfeed");
  const card = page
    .getByRole("article")
    .filter({ hasText: text.slice(0, 15) })
    .filter({
      has: page.locator(`[href*="${author._id}"]`),
    });
  await expect(card).toBeVisible();
  return { card, post };
}

test.describe("Posts", { tag: "@desktop" }, () => {
  test("counts are abbreviated, and more than 50 likes are a trend", async ({ page, request }) => {
    const author = await makeMember(request, "Kabir Singh");
    for (let number = 1; number <= 4; number += 1) await publish(request, author, `Chess evening ${number}`);
    await signIn(page, "Riya Sharma");
    // What other tests do to posts arrives on it, with the true counts.
    await rejectCall(page, "**/api/notifications/stream");
    await page.goto("/posts-feed");
    await changeFeed(
      page,
      { caption: "Fifty one", likesCount: 51, createdAt: ago(0) },
      { caption: "Fifty", likesCount: 50, createdAt: ago(5.5 * 60) },
      { caption: "Of hours", likesCount: 1_500, createdAt: ago(3.5 * 3600) },
      { caption: "Of days", likesCount: 2_300_000, createdAt: ago(3.5 * DAY) },
    );
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    const post = (caption: string) =>
      page.getByRole("article").filter({ has: page.getByText(caption, { exact: true }) });
    await expect(post("Fifty one").getByText("Trending")).toBeVisible();
    await expect(
      post("Fifty one")
        .getByText(/^(now|just now)/i)
        .first(),
    ).toBeVisible();
    await expect(post("Fifty").getByText("Trending")).toBeHidden();
    await expect(post("Fifty").getByText(/^5 ?m/).first()).toBeVisible();
    await expect(post("Of hours").getByText("1.5K").first()).toBeVisible();
    await expect(post("Of hours").getByText(/^3 ?h/).first()).toBeVisible();
    await expect(post("Of days").getByText("2.3M").first()).toBeVisible();
    await expect(post("Of days").getByText(/^3 ?d/).first()).toBeVisible();
  });

  test("a long caption is shortened", async ({ page, request }) => {
    const text = "Everyone who plays chess meets at the library. ".repeat(6).trim();
    const { card } = await openPost(page, request, text);
    await expect(card).not.toContainText(text);
    await card.getByText("Show more").click();
    await expect(card).toContainText(text);
    await card.getByText("Show less").click();
    await expect(card).not.toContainText(text);
  });

  test("ten posts are loaded, and ten more near the end", async ({ page, request }) => {
    const author = await makeMember(request, "Kabir Singh");
    const caption = (number: number) => `Chess evening ${number} of ${author._id}`;
    for (let number = 1; number <= 11; number += 1) await publish(request, author, caption(number));
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.getByText(caption(1), { exact: true })).toBeHidden();
    await expect(async () => {
      await page.mouse.wheel(0, 2_000);
      await expect(page.getByText(caption(1), { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
  });

  test("a like is shown at once, and taken back when it fails", async ({ page, request }) => {
    const { card, post } = await openPost(page, request);
    const like = card.getByRole("button", { name: "Like", exact: true });
    const unlike = card.getByRole("button", { name: "Unlike", exact: true });
    const answered = page.waitForResponse(new RegExp(`/posts/${post._id}/like`));
    await like.click();
    await expect(unlike).toBeVisible();
    await expect(card.getByRole("button", { name: "1 like" })).toBeVisible();
    expect(await (await answered).json()).toMatchObject({ isLiked: true, likesCount: 1 });

    await page.reload();
    await rejectCall(page, `**/api/posts/${post._id}/like`, 500);
    await unlike.click();
    await expect(page.getByText("Failed to update like. Please try again.")).toBeVisible();
    await expect(unlike).toBeVisible();
    await expect(card.getByRole("button", { name: "1 like" })).toBeVisible();
  });

  test("comments load when they are first opened, and are sent by Enter", async ({ page, request }) => {
    const asked: string[] = [];
    page.on("request", (sent) => {
      if (sent.method() === "GET" && /\/posts\/[^/]+\/comments/.test(sent.url())) asked.push(sent.url());
    });
    const { card, post } = await openPost(page, request);
    const toggle = card.getByRole("button", { name: /^comment/i }).first();
    const field = card.getByRole("textbox", { name: /comment/i });
    expect(asked).toEqual([]);
    for (const isOpen of [true, false, true]) {
      await toggle.click();
      await expect(field).toBeVisible({ visible: isOpen });
    }
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]).toContain("limit=20");

    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/comments"))
        sent.push(request.postData() ?? "");
    });
    await field.fill("   ");
    await field.press("Enter");
    await field.fill("Well");
    await field.press("Shift+Enter");
    await field.pressSequentially("played");
    await field.press("Enter");
    await expect(card.getByText(/Well\s+played/)).toBeVisible();
    await expect(card.getByText("Riya Sharma").first()).toBeVisible();
    expect(sent.map((body) => JSON.parse(body).content)).toEqual(["Well\nplayed"]);

    await rejectCall(page, `**/api/posts/${post._id}/comments`, 500, {}, "POST");
    await field.fill("Lost");
    await field.press("Enter");
    await expect(page.getByText("Failed to add comment. Please try again.")).toBeVisible();
  });

  test("a comment shows who wrote it, and how long ago", async ({ page, request }) => {
    const { card, post } = await openPost(page, request);
    const meera = await makeMember(request, "0901cs231042 meera joshi");
    const data = { content: "Well played!" };
    await call(request, "POST", `/posts/${post._id}/comments`, { member: meera, data });
    await page.route(new RegExp(`/api/posts/${post._id}/comments`), async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const comments = answer.comments.map((comment: object) => ({ ...comment, createdAt: ago(3.5 * 3600) }));
      await route.fulfill({ response, json: { ...answer, comments } });
    });
    await card
      .getByRole("button", { name: /^comment/i })
      .first()
      .click();
    await expect(card.getByText("Well played!")).toBeVisible();
    await expect(card.getByText("Meera Joshi", { exact: true }).first()).toBeVisible();
    await expect(card.getByText(/^3 ?h/).first()).toBeVisible();
  });

  test("without a token nobody comments", async ({ page, request }) => {
    const { card } = await openPost(page, request);
    await card
      .getByRole("button", { name: /^comment/i })
      .first()
      .click();
    const field = card.getByRole("textbox", { name: /comment/i });
    await expect(field).toBeVisible();
    await page.evaluate(() => {
      localStorage.removeItem("accessToken");
      localStorage.removeItem("refreshToken");
    });
    await field.fill("Well played!");
    await field.press("Enter");
    await expect(page.getByText("Please log in to comment.").first()).toBeVisible();
  });

  test("the comments of a post also open in a dialog", async ({ page, request }) => {
    const { card } = await openPost(page, request);
    await card
      .getByRole("button", { name: /^comment/i })
      .first()
      .click();
    await card.getByRole("textbox", { name: /comment/i }).fill("Well played!");
    await card.getByRole("textbox", { name: /comment/i }).press("Enter");
    await card
      .getByRole("button", { name: /all|view .*comment/i })
      .last()
      .click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Well played!")).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: /comment/i })).toBeVisible();
  });

  test("a video plays while it is seen, without sound at first", async ({ page, request }) => {
    const author = await makeMember(request, "Kabir Singh");
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    const post = await publishVideo(page, request, author);
    await page.reload();
    const video = page
      .getByRole("article")
      .filter({ has: page.locator(`[href*="${post._id}"]`) })
      .locator("video");
    await video.scrollIntoViewIfNeeded();
    const state = () =>
      video.evaluate(({ paused, muted, loop }: HTMLVideoElement) => ({ paused, muted, loop }));
    await expect.poll(state).toEqual({ paused: false, muted: true, loop: true });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(state).toMatchObject({ paused: true });
  });

  test("a photo opens large", async ({ page, request }) => {
    const { card } = await openPost(page, request);
    await card.getByRole("img", { name: /photo/i }).click();
    await expect(page.getByRole("dialog").getByRole("img").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("a post is shared by a copied link, Twitter or Facebook", async ({ page, request, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.route(/\/\/[a-z.]*(twitter|x|facebook)\.com\//, (route) =>
      route.fulfill({ body: "Share" }),
    );
    const { card, post } = await openPost(page, request);
    const share = () => card.getByRole("button", { name: "Share" }).click();
    for (const [name, host] of [
      [/twitter/i, /^https:\/\/(twitter|x)\.com\//],
      [/facebook/i, /^https:\/\/(www\.)?facebook\.com\//],
    ] as const) {
      await share();
      const opened = page.waitForEvent("popup");
      await page.getByRole("button", { name }).click();
      const popup = await opened;
      await expect.poll(() => popup.url()).toMatch(host);
      await popup.close();
    }
    await share();
    await page.getByText("Copy link", { exact: true }).click();
    await expect(page.getByText("Copied!").first()).toBeVisible();
    await expect(page.getByText("Link copied to clipboard!").first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(post._id);
  });

  test("only the author has a menu, to change the caption and to delete", async ({ page, request }) => {
    const member = await signIn(page, "Riya Sharma");
    const post = await publish(request, member, `Chess at the library ${member._id}`);
    await page.goto("/mainfeed");
    const card = page.getByRole("article").filter({ has: page.locator(`[href*="${post._id}"]`) });
    const openMenu = async (item: RegExp) => {
      await card.getByRole("button", { name: "Post options" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await openMenu(/edit/i);
    const dialog = page.getByRole("dialog");
    const caption = dialog.getByLabel(/caption/i);
    await expect(caption).toHaveValue(`Chess at the library ${member._id}`);
    const save = dialog.getByRole("button", { name: /save|update/i });
    await caption.fill("a".repeat(2_001));
    await expect(dialog.getByText(/2,?001 ?\/ ?2,?000/)).toBeVisible();
    await expect(save).toBeDisabled();
    await caption.fill("a".repeat(2_000));
    await expect(save).toBeEnabled();
    await caption.fill("Chess tomorrow");
    await save.click();
    await expect(dialog.getByText("Updating...")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card.getByText("Chess tomorrow")).toBeVisible();

    await openMenu(/delete/i);
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("Are you sure you want to delete this post?")).toBeVisible();
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await question.getByRole("button", { name: /delete/i }).click();
    await expect(card).toHaveCount(0);
    await deleted;
    await page.reload();
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test("someone else's post has nothing to edit or delete", async ({ page, request }) => {
    const { card } = await openPost(page, request);
    await card.getByRole("button", { name: "Post options" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /edit|delete/i })).toHaveCount(0);
  });
});
