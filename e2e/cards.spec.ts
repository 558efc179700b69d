import type { Locator } from "playwright/test";
import { captionOf, postWith, scrollToPost, test, uniqueTag } from "./feed";
import { expect, expectNoSidewaysScroll, signIn } from "./fixtures";

/** Posts of words alone. */

test("words become a card on a background, and can be read, selected and followed in the feed", {
  tag: "@phone",
}, async ({ page, context }) => {
  const tag = uniqueTag("chai");
  await signIn(context, "Aarav Sharma");
  await page.goto("/create-post-modal-mobile");
  await captionOf(page).fill(`Chai at five?\nBring your own cup ☕ #${tag}`);
  await page.getByRole("button", { name: "Make a card" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a card" });
  await expect(dialog.getByText("Chai at five?")).toBeVisible();
  await dialog.getByRole("radio", { name: "Leaf" }).check();
  await expectNoSidewaysScroll(page);
  const published = page.waitForResponse("**/api/upload/pre-calculated");
  await dialog.getByRole("button", { name: "Post" }).click();
  const { post } = await (await published).json();
  await test.step("its picture is drawn, and described by the words", async () => {
    expect(post).toMatchObject({
      width: 1080,
      height: 1350,
      kind: "card",
      background: "leaf",
      altText: post.caption,
    });
  });
  await test.step("the feed has the words once, on the background", async () => {
    await expect(page).toHaveURL(/mainfeed/);
    const shown = postWith(page, tag);
    await scrollToPost(page, shown);
    const card = shown.locator("[data-background=leaf]");
    await expect(card).toContainText("Chai at five?");
    await expect(shown.getByText("Bring your own cup")).toHaveCount(1);
    await expect(shown.getByRole("img")).toHaveCount(0);
    await card.getByRole("link", { name: `#${tag}` }).click();
    await expect(page).toHaveURL(new RegExp(`/tag/${tag}$`));
    await expect(postWith(page, tag).locator("[data-background=leaf]")).toBeVisible();
  });
});

test("a card grows with its words", { tag: "@phone" }, async ({ page, context }) => {
  const tag = uniqueTag("list");
  const lines = Array.from({ length: 24 }, (_, index) => `Item ${index + 1}`);
  await signIn(context, "Aarav Sharma");
  await page.goto("/create-post-modal-mobile");
  await captionOf(page).fill(`${lines.join("\n")}\n#${tag}`);
  await page.getByRole("button", { name: "Make a card" }).click();
  const dialog = page.getByRole("dialog", { name: "Make a card" });
  const isWhole = (card: Locator) =>
    card.evaluate((element) => {
      const [background, words] = [element.firstElementChild, element.querySelector("p")];
      return Boolean(background && words && words.clientHeight <= background.clientHeight);
    });
  await expect.poll(() => isWhole(dialog.locator("[data-background]"))).toBe(true);
  const published = page.waitForResponse("**/api/upload/pre-calculated");
  await dialog.getByRole("button", { name: "Post" }).click();
  await expect(page).toHaveURL(/mainfeed/);
  await published;
  await expect.poll(() => isWhole(postWith(page, tag).locator("[data-background]"))).toBe(true);
});
