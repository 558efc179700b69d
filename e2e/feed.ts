import type { APIRequestContext, Locator, Page } from "playwright/test";
import { allowConsoleErrors, bearer, type Person, photo, test as signedIn } from "./fixtures";

/** What the journeys through the feed share. */

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** Publishes a photo of a person's through the API, as quickly as it goes; gives the post's id. */
export async function publish(
  request: APIRequestContext,
  author: Person,
  caption: string,
  more: { altText?: string; height?: number } = {},
): Promise<string> {
  const file = await photo(caption.length * 37, 240, more.height ?? 180);
  return publishFile(request, author, caption, "image", file, more.altText);
}

/** Publishes a file of a person's through the API; gives the post's id. */
export async function publishFile(
  request: APIRequestContext,
  author: Person,
  caption: string,
  mediaType: "image" | "video",
  file: Chosen,
  altText = "",
): Promise<string> {
  const headers = bearer(author);
  const signed = await request.post("/api/upload/signature", { headers, data: { mediaType } });
  const { uploadUrl, fields } = await signed.json();
  const { secure_url } = await (await request.post(uploadUrl, { multipart: { ...fields, file } })).json();
  const data = { caption, mediaType, cloudinaryUrl: secure_url, altText };
  const posted = await request.post("/api/upload/pre-calculated", { headers, data });
  if (!posted.ok()) throw new Error(`Publishing answered ${posted.status()}: ${await posted.text()}`);
  return (await posted.json()).post._id;
}

let counter = 0;
/** A word nobody else in this run uses, fit to be a tag. */
export const uniqueTag = (word: string) => `${word}${Date.now().toString(36)}${process.pid}x${counter++}`;

export const composerOf = (page: Page) => page.getByRole("form", { name: "Create post" }).last();
export const captionOf = (page: Page) =>
  composerOf(page).getByRole("textbox", { name: "What's happening on campus?" });
export const postButton = (page: Page) => composerOf(page).getByRole("button", { name: "Post", exact: true });
export const choosePhoto = async (page: Page, hue = 30) =>
  composerOf(page)
    .locator('input[type="file"]')
    .setInputFiles(await photo(hue, 400, 300));

export const articles = (page: Page) => page.getByRole("feed").getByRole("article");
export const postWith = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** Scrolls down until a post is there: those of other tests may stand above it. */
export async function scrollToPost(page: Page, post: Locator): Promise<void> {
  await signedIn
    .expect(async () => {
      if ((await post.count()) === 0)
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await signedIn.expect(post).toHaveCount(1, { timeout: 1_000 });
    })
    .toPass();
  await post.scrollIntoViewIfNeeded();
}

/** Where an element begins below the upper edge of the screen, in pixels. */
export const topOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top);

/**
 * A test in which the server is made to fail: the browser complains of that by itself, and of
 * nothing else.
 */
export const test = signedIn.extend(allowConsoleErrors(/status of [45]\d\d/, /net::ERR_FAILED/));
