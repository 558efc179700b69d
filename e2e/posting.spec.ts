import {
  captionOf,
  choosePhoto,
  pendingPost,
  postButton,
  postWith,
  test,
  topOf,
  uniqueTag,
  waitUntilPublished,
} from "./feed";
import { expect, expectAccessible, signIn } from "./fixtures";

/** What becomes of a post between Post and the feed. */

test("Post leads to the feed at once, with the post on top; it goes up meanwhile, once", {
  tag: "@phone",
}, async ({ page, context }) => {
  const tag = uniqueTag("onward");
  await signIn(context, "Ishita Verma");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let uploads = 0;
  await page.route(/\/media\/image\/upload\?/, async (route) => {
    uploads += 1;
    await held;
    await route.continue();
  });
  await page.goto("/create-post");
  await choosePhoto(page);
  // It is on its way while the caption is written.
  await expect.poll(() => uploads).toBe(1);
  await captionOf(page).fill(`${tag} on the way`);
  await postButton(page).click();
  await expect(page).toHaveURL(/mainfeed/);
  const pending = pendingPost(page);
  await expect(pending).toContainText(tag);
  await expect(pending.getByAltText("Your photo")).toBeInViewport();
  await expect(pending.getByRole("progressbar", { name: "Upload progress" })).toBeVisible();
  await expect(pending.getByText("Uploading…")).toBeVisible();
  await expect(captionOf(page)).toHaveValue("");
  await expectAccessible(page);
  const top = await topOf(pending.getByAltText("Your photo"));
  release();
  await waitUntilPublished(page);
  await expect(pending).toHaveCount(0);
  await expect(postWith(page, tag)).toHaveCount(1);
  const picture = postWith(page, tag).getByAltText("Photo by Ishita Verma");
  expect(Math.abs((await topOf(picture)) - top)).toBeLessThan(2);
  expect(uploads).toBe(1);
  // No toast lies on the post.
  await expect(page.getByRole("button", { name: "View", exact: true })).toHaveCount(0);
  await postWith(page, tag).locator("a[href^='/post/']").first().click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(postWith(page, tag)).toHaveCount(1);
});

test("a post that could not be sent says why, survives a reload, and goes up with Retry", {
  tag: "@phone",
}, async ({ page, context }) => {
  const tag = uniqueTag("again");
  await signIn(context, "Kabir Rao");
  await page.goto("/create-post");
  await captionOf(page).fill(`${tag} again`);
  await choosePhoto(page);
  await expect(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
  await page.route("**/api/upload/pre-calculated", (route) =>
    route.fulfill({ status: 503, json: { error: "unavailable", message: "The database is away." } }),
  );
  await postButton(page).click();
  const pending = pendingPost(page);
  await expect(pending.getByText("Upload failed: The database is away.")).toBeVisible();
  await page.unroute("**/api/upload/pre-calculated");
  await page.reload();
  await expect(pending.getByText("Upload failed: The database is away.")).toBeVisible();
  await expect(pending.getByAltText("Your photo")).toBeVisible();
  let uploads = 0;
  page.on("request", (request) => {
    if (/\/media\/image\/upload\?/.test(request.url())) uploads += 1;
  });
  await pending.getByRole("button", { name: "Retry" }).click();
  await waitUntilPublished(page);
  await expect(pending).toHaveCount(0);
  await expect(postWith(page, tag)).toHaveCount(1);
  expect(uploads).toBe(0);
  await page.reload();
  await expect(postWith(page, tag)).toHaveCount(1);
  await expect(pending).toHaveCount(0);
});
