import type { APIRequestContext, Locator, Page } from "playwright/test";
import { allowConsoleErrors, bearer, type Person, photo, test as signedIn } from "./fixtures";

/** Steps with posts, shared by journeys. */

type UploadFile = { name: string; mimeType: string; buffer: Buffer };

/** Publishes a photo through the API and returns the post's id. */
export async function publish(
  request: APIRequestContext,
  author: Person,
  caption: string,
  options: { altText?: string; height?: number } = {},
): Promise<string> {
  const file = await photo(caption.length * 37, 240, options.height ?? 180);
  return publishFile(request, author, caption, "image", file, options.altText);
}

/** Publishes a file through the API and returns the post's id. */
export async function publishFile(
  request: APIRequestContext,
  author: Person,
  caption: string,
  mediaType: "image" | "video",
  file: UploadFile,
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
/** A tag that is unique in this run. */
export const uniqueTag = (word: string) => `${word}${Date.now().toString(36)}${process.pid}x${counter++}`;

export const composerOf = (page: Page) => page.getByRole("form", { name: "Create post" }).last();
export const captionOf = (page: Page) =>
  composerOf(page).getByRole("textbox", { name: "What's happening on campus?" });
/** Without comments it is called `Comment`, else `Comment, 2 comments`. */
export const commentButton = (post: Locator) => post.getByRole("button", { name: /^Comment(,|$)/ });
/** Where a composer is open, it is outside of its form. */
export const postButton = (page: Page) => page.getByRole("button", { name: "Post", exact: true });
/** One's own post on top of the feed that is not on the server yet. */
export const pendingPost = (page: Page) => page.getByRole("article", { name: "Your post, not posted yet" });
/** Waits until it is said that the post is published, for 10 seconds by default. */
export const waitUntilPublished = (page: Page, timeout?: number) =>
  page.getByText("Post uploaded successfully!").waitFor({ timeout });

/** Opens the field for the description of the chosen photo. */
export async function openDescription(page: Page): Promise<Locator> {
  await composerOf(page)
    .getByRole("button", { name: /ALT: (add a|change the) description/ })
    .click();
  return composerOf(page).getByRole("textbox", { name: /^Description/ });
}
export const choosePhoto = async (page: Page, hue = 30) =>
  composerOf(page)
    .locator('input[type="file"]')
    .setInputFiles(await photo(hue, 400, 300));

export const articles = (page: Page) => page.getByRole("feed").getByRole("article");
export const postWith = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text });

/** Scrolls down to a post. Posts of parallel tests may be above it. */
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

/** An element's distance from the top of the viewport, in pixels. */
export const topOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top);

/** These journeys make the server fail. The browser logs that; any other log entry fails. */
export const test = signedIn.extend(allowConsoleErrors(/status of [45]\d\d/, /net::ERR_FAILED/));
