import { expect, photo } from "../fixtures";
import { rejectCall, signIn, test } from "./member";

/** The ways to create a post in §2 and §4. */

test.describe("Creating a post", { tag: "@desktop" }, () => {
  test("in the modal: what it offers, and its way to the feed", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    await page.getByRole("button", { name: "Create Post" }).first().click();
    const modal = page.getByRole("dialog");
    await expect(modal.getByText("Riya Sharma")).toBeVisible();
    const visibility = modal.getByRole("combobox");
    await expect(visibility.locator("option")).toHaveText([/everyone/i]);
    await expect(modal.getByRole("button", { name: "Post", exact: true })).toBeHidden();

    await modal.getByRole("button", { name: /emoji/i }).click();
    const emojis = page.getByRole("toolbar", { name: "Emoji" }).getByRole("button");
    await expect(emojis).toHaveCount(12);
    await emojis.first().click();
    const caption = modal.getByRole("textbox").first();
    await expect(caption).toHaveValue(/\p{Extended_Pictographic}/u);

    await caption.fill("Chess at the library");
    const post = modal.getByRole("button", { name: "Post", exact: true });
    await post.click();
    await expect(page.getByText("Please select a media file.")).toBeVisible();
    await modal
      .locator("input[type=file]")
      .first()
      .setInputFiles(await photo(320));
    await expect(modal.getByRole("img").last()).toBeVisible();
    await post.click();
    await expect(page.getByText("Post uploaded successfully!").first()).toBeVisible();
    await expect(modal).toBeHidden();
    await expect(page.getByRole("article").filter({ hasText: "Chess at the library" }).first()).toBeVisible();
  });

  test("only images and videos are taken", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    await page.getByRole("button", { name: "Create Post" }).first().click();
    const modal = page.getByRole("dialog");
    await modal
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") });
    await expect(modal.getByRole("button", { name: "Post", exact: true })).toBeHidden();
  });

  test("a failed upload says so", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await rejectCall(page, "**/api/upload/pre-calculated", 500, { message: "The disk is full." });
    await page.goto("/create-post");
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await photo(320));
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page.getByText("Upload failed: The disk is full.").first()).toBeVisible();
  });

  test("on the page of its own it ends on the feed", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/create-post");
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await photo(320));
    await page.getByRole("textbox").first().fill("From the page");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page).toHaveURL(/\/mainfeed/);
    await expect(page.getByRole("article").filter({ hasText: "From the page" }).first()).toBeVisible();
  });

  test("the composer of the feed opens with its first letter", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    const caption = page.getByRole("textbox").first();
    const post = page.getByRole("button", { name: "Post", exact: true });
    await expect(post).toBeHidden();
    const before = (await caption.boundingBox())?.height ?? 0;
    await caption.fill("Chess tonight?");
    await expect(post).toBeVisible();
    await expect.poll(async () => (await caption.boundingBox())?.height ?? 0).toBeGreaterThan(before);
  });
});
