import { readFileSync } from "node:fs";
import {
  articles,
  composerOf,
  pendingPost,
  postButton,
  postWith,
  uniqueTag,
  waitUntilPublished,
  test as withFailures,
} from "./feed";
import { allowConsoleErrors, expect, expectAccessible, photo, test as signedIn, signIn } from "./fixtures";

/** A post with several photos and a video. */

// The browser logs requests that fail while it is offline.
const test = signedIn.extend(allowConsoleErrors(/net::ERR_INTERNET_DISCONNECTED/, /fetching the script/));

test("three photos and a video are ordered, sent over a lost connection, and swiped through", async ({
  page,
  context,
}) => {
  const tag = uniqueTag("several");
  await signIn(context, "Aarav Sharma");
  await page.goto("/create-post");
  const composer = composerOf(page);
  const sample = {
    name: "sample.mp4",
    mimeType: "video/mp4",
    buffer: readFileSync("lib/platform/media/fixtures/located.mp4"),
  };
  const thumbnails = composer
    .getByRole("list", { name: "Photos and videos of this post" })
    .getByRole("button");

  let sent = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/media\/\w+\/upload\?/, async (route) => {
    sent += 1;
    // The first is sent while the caption is written; the others meet no network.
    if (sent > 1) await held;
    await route.continue();
  });

  await test.step("they are chosen together and ordered with the keyboard", async () => {
    await composer.getByRole("textbox").first().fill(`A morning #${tag}`);
    await composer
      .locator('input[type="file"]')
      .setInputFiles([
        await photo(30, 400, 300),
        await photo(120, 300, 500),
        await photo(210, 500, 260),
        sample,
      ]);
    await expect(thumbnails).toHaveCount(4);
    await expect(composer.getByRole("button", { name: /^Video 4 of 4, without/ })).toBeVisible();
    await thumbnails.nth(3).press("ArrowLeft");
    await expect(composer.getByRole("button", { name: /^Video 3 of 4/ })).toBeFocused();
    await expect(page.getByText("Video 4 of 4, moved to position 3")).toBeAttached();
  });

  await test.step("each has its description", async () => {
    await thumbnails.first().click();
    await composer.getByRole("button", { name: "+ ALT: add a description" }).click();
    await composer.getByRole("textbox", { name: /^Description/ }).fill("A hill");
    await expect(composer.getByRole("button", { name: "Photo 1 of 4, described" })).toBeVisible();
  });

  await test.step("the connection is lost in the middle, and comes back", async () => {
    await postButton(page).click();
    await expect(pendingPost(page).getByText(/^Uploading \d of 4$/)).toBeVisible();
    await context.setOffline(true);
    goOn();
    await expect(page.getByText("Waiting for a connection…")).toBeVisible({ timeout: 20_000 });
    await context.setOffline(false);
    await waitUntilPublished(page, 60_000);
  });

  await test.step("the feed shows them side by side, in one frame", async () => {
    await page.goto(`/tag/${tag}`);
    const post = postWith(page, tag);
    const carousel = post.getByRole("group", { name: "4 photos and videos" });
    const { height } = (await carousel.boundingBox()) ?? { height: 0 };
    // Four placeholders and, once the carousel is alive, also the second picture.
    await expect(carousel.locator("img")).toHaveCount(6);
    await carousel.press("ArrowRight");
    await expect(carousel.getByText("2/4")).toBeVisible();
    await carousel.press("ArrowRight");
    const video = carousel.locator("video");
    await expect(video).toBeInViewport({ ratio: 0.9 });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
    expect((await carousel.boundingBox())?.height).toBe(height);
    await expectAccessible(page);
  });
});

withFailures("a photo that could not be sent is sent again alone", async ({ page, context }) => {
  const tag = uniqueTag("again");
  await signIn(context, "Kabir Rao");
  await page.goto("/create-post");
  const composer = composerOf(page);
  await composer.getByRole("textbox").first().fill(`Two hills #${tag}`);
  let taken = 0;
  let isBroken = true;
  await page.route(/\/media\/image\/upload\?/, (route) => {
    if (taken > 0 && isBroken) {
      return route.fulfill({ status: 500, json: { error: { message: "There is no room left." } } });
    }
    taken += 1;
    return route.continue();
  });
  await composer
    .locator('input[type="file"]')
    .setInputFiles([await photo(30, 400, 300), await photo(120, 400, 300)]);
  await expect(composer.getByRole("button", { name: /^Photo 2 of 2, without/ })).toBeVisible();
  await postButton(page).click();
  await expect(pendingPost(page).getByText("Upload failed: There is no room left.")).toBeVisible();
  isBroken = false;
  await pendingPost(page).getByRole("button", { name: "Retry" }).click();
  await waitUntilPublished(page);
  // The one that was taken is not sent again.
  expect(taken).toBe(2);
  await page.goto(`/tag/${tag}`);
  await expect(articles(page).getByText("1/2")).toBeVisible();
});
