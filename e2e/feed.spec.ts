import {
  articles,
  captionOf,
  choosePhoto,
  commentButton,
  composerOf,
  openDescription,
  postButton,
  postWith,
  publish,
  scrollToPost,
  test,
  topOf,
  uniqueTag,
  waitUntilPublished,
} from "./feed";
import {
  bearer,
  closeByBack,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makePerson,
  signIn,
} from "./fixtures";
import { loadingEnded } from "./screens/network";

/** Writing, changing and deleting posts, and everything members do with them. */

test("a post with a tag, a link, an emoji and a described photo is shown, changed and deleted", {
  tag: "@phone",
}, async ({ page, context }) => {
  const tag = uniqueTag("roof");
  const long = `${"Rooftop evenings. ".repeat(12)}The end of it`;
  await signIn(context, "Aarav Sharma");
  await page.goto("/mainfeed");
  await page
    .getByRole("navigation", { name: "Quick access" })
    .getByRole("link", { name: "Create Post" })
    .click();
  await expect(page).toHaveURL(/create-post-modal-mobile/);
  await test.step("a caption alone is rejected; a photo with a description is posted", async () => {
    await captionOf(page).fill(`https://mitsgwl.ac.in #${tag} ${long}`);
    await postButton(page).click();
    await expect(composerOf(page).getByText("Please select a media file.")).toBeVisible();
    await captionOf(page).press("End");
    await page.getByRole("button", { name: "Add an emoji" }).click();
    await page.getByRole("button", { name: "Fire" }).click();
    await choosePhoto(page);
    await (await openDescription(page)).fill("A roof at dusk, orange sky");
    await expectNoSidewaysScroll(page);
    // Ten submits create one post.
    await postButton(page).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 10; press++) button.click();
    });
    await waitUntilPublished(page);
    await expect(page).toHaveURL(/mainfeed/);
  });
  const post = postWith(page, tag);
  await test.step("it is in the feed once, truncated after 150 characters", async () => {
    await expect(post).toHaveCount(1);
    await scrollToPost(page, post);
    await expect(post).not.toContainText("The end of it");
    await post.getByRole("button", { name: "Show more" }).click();
    await expect(post).toContainText("The end of it🔥");
    await expect(post.getByRole("link", { name: "mitsgwl.ac.in" })).toHaveAttribute("target", "_blank");
    const media = post.getByRole("button", { name: "View A roof at dusk, orange sky" });
    await media.click();
    await expect(page.getByRole("dialog", { name: "A roof at dusk, orange sky" })).toBeVisible();
    await closeByBack(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(media).toBeFocused();
    await post.getByRole("button", { name: "ALT: description" }).click();
    await expect(post.getByText("A roof at dusk, orange sky")).toBeVisible();
    // Bars lie above the posts and may cover a part of a link.
    await expectAccessible(page, { except: ["target-size"] });
    await page.keyboard.press("Escape");
    await expect(post.getByText("A roof at dusk, orange sky")).toHaveCount(0);
  });
  await test.step("its tag leads to the tag's page", async () => {
    await post.getByRole("link", { name: `#${tag}` }).click();
    await expect(page).toHaveURL(`/tag/${tag}`);
    await expect(page.getByText("1 post", { exact: true })).toBeVisible();
    await expect(page.getByText("You're all caught up!")).toBeVisible();
  });
  const choosePostOption = async (item: string) => {
    await post.getByRole("button", { name: "Post options" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const failWrites = (status: number) => (route: import("playwright/test").Route) =>
    route.request().method() === "PUT" || route.request().method() === "DELETE"
      ? route.fulfill({ status, json: { error: "internal", message: "The database is away." } })
      : route.fallback();
  await test.step("a failed edit is rolled back, and the dialog still has the new caption", async () => {
    await page.route("**/api/posts/*", failWrites(503));
    await choosePostOption("Edit caption");
    await page.getByRole("dialog").getByRole("textbox", { name: "Caption" }).fill(`Shorter #${tag}`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Couldn't save your caption. The database is away.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(post).toContainText("Rooftop evenings");
    await page.unroute("**/api/posts/*");
    await choosePostOption("Edit caption");
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Caption" })).toHaveValue(
      `Shorter #${tag}`,
    );
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(post).not.toContainText("Rooftop evenings");
    await page.reload();
    await expect(post).toContainText("Shorter");
  });
  await test.step("a failed deletion is rolled back; the next one succeeds", async () => {
    await page.route("**/api/posts/*", failWrites(503));
    await choosePostOption("Delete");
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to delete this post?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Couldn't delete your post. The database is away.")).toBeVisible();
    await expect(post).toHaveCount(1);
    await page.unroute("**/api/posts/*");
    await choosePostOption("Delete");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(post).toHaveCount(1);
    await choosePostOption("Delete");
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(`No one has used #${tag} yet`)).toBeVisible();
    await deleted;
    await page.reload();
    await expect(page.getByText(`No one has used #${tag} yet`)).toBeVisible();
  });
});

test("a post deleted on its own page is not in the feed that follows, which has the focus", {
  tag: "@desktop",
}, async ({ page, context, request }) => {
  const author = await signIn(context, "Ishita Verma");
  const tag = uniqueTag("regret");
  const id = await publish(request, author, `Never mind #${tag}`);
  // The feed is read before the post is deleted.
  await page.route(`**/api/posts/${id}`, async (route) => {
    await page.getByRole("feed").waitFor();
    await route.continue();
  });
  await page.goto(`/post/${id}`);
  await postWith(page, tag).getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/mainfeed/);
  await deleted;
  await expect(page.getByRole("feed")).toBeFocused();
  await expect(articles(page).first()).toBeVisible();
  await expect(postWith(page, tag)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(postWith(page, tag)).toHaveCount(1);
});

test("likes, comments, sharing and the lightbox", { tag: "@desktop" }, async ({ page, context, request }) => {
  const tag = uniqueTag("fest");
  const reader = await signIn(context, "Ishita Verma");
  const author = await makePerson(request, "Kabir Rao");
  const ids: string[] = [];
  for (const each of ["first", "second", "third"])
    ids.push(await publish(request, author, `The ${each} #${tag}`));
  await page.goto(`/tag/${tag}`);
  const post = postWith(page, "The second");

  await test.step("a double click likes once", async () => {
    const like = post.getByRole("button", { name: /^(Like|Unlike)$/ });
    // On the heart: with the first press the count appears next to it, which opens a list.
    await like.dblclick({ delay: 60, position: { x: 18, y: 22 } });
    await expect(post.getByRole("button", { name: "Unlike", exact: true })).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(post.getByRole("button", { name: "1 like" })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
  await test.step("a press that the server has not answered isn't lost when the page is left", async () => {
    // As browsers do, it fails after the first listener of `pagehide`; Playwright fails what a
    // route holds before the page is left.
    await page.evaluate(() => {
      const leaving = new Promise<never>((_resolve, reject) =>
        window.addEventListener("pagehide", () => reject(new TypeError("Failed to fetch"))),
      );
      window.fetch = () => leaving;
    });
    await post.getByRole("button", { name: "Unlike" }).click({ position: { x: 18, y: 22 } });
    await page.reload();
    const like = post.getByRole("button", { name: "Like", exact: true });
    await expect(like).toBeVisible();
    await expect(async () => {
      const answer = await request.get(`/api/posts/${ids[1]}`, { headers: bearer(author) });
      expect((await answer.json()).post.likesCount).toBe(0);
    }).toPass();
    await like.click();
  });
  await test.step("the count shows who likes the post", async () => {
    await post.getByRole("button", { name: "1 like" }).click();
    const likers = page.getByRole("dialog", { name: "Likes" });
    await expect(likers.getByRole("link", { name: reader.name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(likers).toBeHidden();
  });
  await test.step("comments: a line break, sending, a draft, deleting", async () => {
    const toggle = commentButton(post);
    await toggle.click();
    // At once, and with the letters of shortcuts: like, bookmark, go home.
    await page.keyboard.type("likes b g h");
    const field = post.getByRole("textbox", { name: "Write a comment" });
    await expect(field).toHaveValue("likes b g h");
    await expect(page).toHaveURL(`/tag/${tag}`);
    await expect(post.getByRole("button", { name: "Bookmark", exact: true })).toBeVisible();
    await field.fill("");
    await field.pressSequentially("Two");
    await field.press("Shift+Enter");
    await field.pressSequentially("lines");
    await field.press("Enter");
    await expect(post.getByRole("listitem")).toContainText("Two\nlines");
    await expect(toggle).toContainText("1");
    await field.fill("Half a thought");
    await toggle.click();
    await expect(field).toHaveCount(0);
    await toggle.click();
    await expect(field).toHaveValue("Half a thought");
    await field.fill("One more");
    await field.press("Enter");
    await expect(toggle).toContainText("2");
    const remove = async (text: string) => {
      const item = post.getByRole("listitem").filter({ hasText: text });
      await item.getByRole("button", { name: "Delete comment" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    };
    await remove("Two");
    await expect(post.getByRole("listitem")).toHaveCount(1);
    await expect(toggle).toContainText("1");
  });
  await test.step("deleting a comment that is already gone succeeds, and counts once", async () => {
    const toggle = commentButton(post);
    const path = `/api/posts/${ids[1]}/comments`;
    const { comments } = await (await request.get(path, { headers: bearer(reader) })).json();
    const elsewhere = await request.delete(`${path}/${comments[0]._id}`, { headers: bearer(author) });
    expect(elsewhere.ok()).toBe(true);
    await post.getByRole("button", { name: "Delete comment" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(post.getByText("No comments yet. Be the first to comment.")).toBeVisible();
    await expect(toggle).toHaveAccessibleName("Comment");
    await expect(page.getByText("couldn't be deleted")).toHaveCount(0);
  });
  await test.step("copying a post's link counts as a share", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const share = post.getByRole("button", { name: "Share" });
    await share.click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(share).toContainText("Copied!");
    await expect(page.getByText("Link copied to clipboard!")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/post\/[\w-]{36}$/);
    await expect(share).toContainText("1");
  });
  await test.step("the lightbox moves through the media", async () => {
    const media = post.getByRole("button", { name: "View Photo by Kabir Rao" });
    await media.click();
    const large = page.getByRole("dialog", { name: "Photo by Kabir Rao" });
    await expect(large).toContainText("The second");
    await page.keyboard.press("ArrowRight");
    await expect(large).toContainText("The first");
    await page.keyboard.press("ArrowLeft");
    await expect(large).toContainText("The second");
    await closeByBack(page);
    await expect(large).toHaveCount(0);
    await expect(media).toBeFocused();
    await expect(page).toHaveURL(`/tag/${tag}`);
  });
  await test.step("the Posts Feed shows alerts instead of toasts, and has a Refresh button", async () => {
    await page.goto("/posts-feed");
    const other = uniqueTag("late");
    await publish(request, author, `Late #${other}`);
    await page.getByRole("button", { name: "Refresh" }).click();
    const late = postWith(page, other);
    await expect(late).toBeVisible();
    await page.route("**/like", (route) =>
      route.fulfill({ status: 503, json: { error: "unavailable", message: "The database is away." } }),
    );
    await late.getByRole("button", { name: "Like", exact: true }).click();
    await expect(
      page.getByRole("alert").getByText("Failed to like post: The database is away."),
    ).toBeVisible();
    await expect(late.getByRole("button", { name: "Like", exact: true })).toBeVisible();
    await late.getByRole("button", { name: "Share" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("alert").getByText("Link copied to clipboard!")).toBeVisible();
  });
});

test("a long list loads more, recovers from a failure and restores the scroll position", {
  tag: "@desktop",
}, async ({ page, context, request }) => {
  const tag = uniqueTag("long");
  await signIn(context, "Tara Deshmukh");
  const author = await makePerson(request, "Kabir Rao");
  for (let count = 1; count <= 34; count++) {
    await publish(request, author, `Number ${count}. #${tag}`, { height: 120 + (count % 5) * 40 });
  }
  await page.goto(`/tag/${tag}`);
  await expect(articles(page)).toHaveCount(10);
  await expect(articles(page).first()).toHaveAttribute("aria-setsize", "-1");

  await test.step("a page that fails leaves the loaded posts; Try Again continues", async () => {
    const path = /\/api\/posts\?.*cursor=/;
    await page.route(path, (route) => route.fulfill({ status: 500, body: "<html>" }));
    await articles(page).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 5_000);
    await expect(page.getByText("HTTP error! status: 500")).toBeVisible();
    await expect(articles(page)).toHaveCount(10);
    await expectAccessible(page);
    await page.unroute(path);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(articles(page)).toHaveCount(20);
  });
  const reading = postWith(page, "Number 9.");
  await test.step("the scroll position is the same on Back and after a reload", async () => {
    await expect(async () => {
      await page.mouse.wheel(0, 5_000);
      await expect(articles(page)).toHaveCount(34, { timeout: 500 });
    }).toPass();
    await expect(page.getByText("You're all caught up!")).toBeVisible();
    await expect(articles(page).last()).toHaveAttribute("aria-setsize", "34");
    await reading.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, -37);
    // The wheel scrolls smoothly.
    let before = Number.NaN;
    const moved = async () => {
      const last = before;
      before = await topOf(reading);
      return before - last;
    };
    await expect.poll(moved, { intervals: [400] }).toBe(0);
    const distance = async () => Math.abs((await topOf(reading)) - before);
    await reading.getByRole("link", { name: "Kabir Rao" }).last().click();
    await expect(page.getByRole("heading", { level: 1, name: "Kabir Rao" })).toBeVisible();
    await page.goBack();
    await expect(reading).toBeInViewport();
    await expect.poll(distance).toBeLessThanOrEqual(1);
    await publish(request, author, `Meanwhile #${tag}`);
    await page.reload();
    // It reads three pages, one after another.
    await expect(reading).toBeInViewport({ timeout: 30_000 });
    await expect.poll(distance).toBeLessThanOrEqual(1);
  });
});

test("Back restores the scroll position even while the next screen still fades in", {
  tag: "@desktop",
}, async ({ page, context }) => {
  await signIn(context, "Tara Deshmukh");
  await page.goto("/mainfeed");
  // With it comes what restores the position.
  await loadingEnded(page);
  const reading = articles(page).nth(7);
  await reading.scrollIntoViewIfNeeded();
  const before = await topOf(reading);
  // Goes back in the fade's first frame, which only lasts on a slow phone.
  await page.evaluate(() => {
    const fade = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      const { update, types } = options as StartViewTransitionOptions;
      const updateAndGoBack = async () => {
        await update?.();
        if (location.pathname !== "/mainfeed") history.back();
      };
      return fade({ update: updateAndGoBack, types: types ?? null });
    };
  });
  const left = page.waitForURL("/profile/*", { waitUntil: "commit" });
  await reading.getByRole("link").first().click();
  await left;
  await expect(page).toHaveURL("/mainfeed");
  await expect.poll(() => topOf(reading)).toBeCloseTo(before, 0);
});

test("keyboard shortcuts of the feed", { tag: "@desktop" }, async ({ page, context, request }) => {
  const tag = uniqueTag("keys");
  await signIn(context, "Aarav Sharma");
  const author = await makePerson(request, "Kabir Rao");
  for (let count = 1; count <= 12; count++) await publish(request, author, `Key ${count}. #${tag}`);
  await page.goto(`/tag/${tag}`);
  await expect(articles(page)).toHaveCount(10);
  const post = (count: number) => postWith(page, `Key ${count}.`);

  // The shortcuts load after the posts.
  const isFirstFocused = async () => {
    await page.keyboard.press("j");
    return post(12).evaluate((article) => article === document.activeElement);
  };
  await expect.poll(isFirstFocused).toBe(true);
  await page.keyboard.press("j");
  await expect(post(11)).toBeFocused();
  await expect.poll(() => topOf(post(11))).toBeCloseTo(24, 0);
  await page.keyboard.press("k");
  await expect(post(12)).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(post(11)).toBeFocused();
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press("j");
    await expect(post(10 - press)).toBeFocused();
    // The next page loads near the end.
    if (press === 7) await expect(articles(page)).toHaveCount(12);
  }
  await page.keyboard.press("l");
  await expect(post(1).getByRole("button", { name: "Unlike" })).toBeVisible();
  await page.keyboard.press("c");
  await expect(post(1).getByRole("textbox", { name: "Write a comment" })).toBeFocused();
  await page.keyboard.type("jkl?/n");
  await expect(post(1).getByRole("textbox", { name: "Write a comment" })).toHaveValue("jkl?/n");
  await post(1).getByRole("textbox", { name: "Write a comment" }).fill("");
  await page.keyboard.press("Escape");
  await expect(post(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(post(1).getByRole("textbox")).toHaveCount(0);

  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(post(1)).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Search people and tags" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(post(1)).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(page.getByRole("complementary", { name: "Around campus" })).toBeFocused();
  await post(1).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByRole("main").getByRole("article")).toBeFocused();
  await page.goBack();
  await expect(post(1)).toBeFocused();
  await page.keyboard.press("n");
  const composer = page.getByRole("dialog", { name: "Create Post" });
  await expect(composer).toBeVisible();
  await page.keyboard.press("Escape");
  // It goes back, which a navigation in between would cross.
  await expect(composer).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/tag/${tag}$`));

  await page.goto("/settings/appearance");
  await page.getByRole("button", { name: "See all shortcuts" }).click();
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await page.goto(`/tag/${tag}`);
  await page.keyboard.press("j");
  // From a post, Tab would lead to what is in it.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
});

test("new posts appear only once New posts is pressed", { tag: "@phone" }, async ({
  page,
  context,
  request,
}) => {
  await page.clock.install();
  await signIn(context, "Tara Deshmukh");
  const author = await makePerson(request, "Kabir Rao");
  for (let count = 1; count <= 4; count++) await publish(request, author, `Old ${uniqueTag("o")}`);
  await page.goto("/mainfeed");
  const reading = articles(page).nth(3);
  await reading.scrollIntoViewIfNeeded();
  const news = uniqueTag("news");
  await publish(request, author, `Fresh #${news}`);
  const before = await topOf(reading);
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(61_000);
  const pill = page.getByRole("button", { name: "New posts" });
  await expect(pill).toBeInViewport();
  expect(await topOf(reading)).toBe(before);
  await expect(postWith(page, news)).toHaveCount(0);
  await expectAccessible(page);
  await pill.click();
  // Parallel tests post, too: theirs may be even newer.
  await expect(postWith(page, news)).toHaveCount(1);
  await expect(articles(page).first()).toBeFocused();
  await expect(articles(page).first()).toBeInViewport();
  await expect(pill).toHaveCount(0);
});

test("posts come first, also below a new member's checklist", { tag: "@phone" }, async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Early Bird");
  const [author, headers] = [await makePerson(request, "Kabir Rao"), bearer(me)];
  await publish(request, author, `First ${uniqueTag("first")}`);
  // While there are people to join among the posts, a phone has no checklist.
  const offers = { hidesChecklist: false, hidesSuggestions: true };
  await request.put(`/api/users/${me._id}`, { headers, data: offers });
  await page.goto("/mainfeed");
  await expect(page.getByRole("button", { name: /^Get started/ })).toBeVisible();
  // The line of a notice leaves them above 240.
  expect(await topOf(articles(page).first())).toBeLessThanOrEqual(196);
  await page.setViewportSize({ width: 1366, height: 650 });
  expect(await topOf(articles(page).first())).toBeLessThanOrEqual(280);
});

test("what stands above the posts has its place before it is there", { tag: "@desktop" }, async ({
  page,
  context,
  browser,
}) => {
  const me = await signIn(context, "Fresh Start");
  const data = { hidesChecklist: false };
  const saved = await context.request.put(`/api/users/${me._id}`, { data, headers: bearer(me) });
  expect(saved.ok()).toBe(true);
  const placeOn = async (shown: typeof page) => {
    await shown.goto("/mainfeed");
    return topOf(shown.getByRole("navigation", { name: "Feeds" }));
  };
  // Without scripts the page stays as it was before what React streams last.
  const storageState = await context.storageState();
  const still = await browser.newContext({ javaScriptEnabled: false, storageState });
  const before = await placeOn(await still.newPage());
  await still.close();
  await page.goto("/mainfeed");
  await expect(page.getByRole("button", { name: /^Get started/ })).toBeVisible();
  expect(await placeOn(page)).toBe(before);
});
