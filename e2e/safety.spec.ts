import { postWith, publish, scrollToPost, test, uniqueTag } from "./feed";
import { bearer, expect, makePerson, signIn, waitUntilLive } from "./fixtures";

/** Blocking and muting, at once on both sides (docs/product.md, Muting and blocking). */

test("a block hides two people from each other everywhere, until it is undone", { tag: "@desktop" }, async ({
  page,
  context,
  browser,
  request,
}) => {
  const me = await signIn(context, "Aarav Sharma");
  const theirs = await browser.newContext();
  const other = await signIn(theirs, "Zubin Contractor");
  const theirPage = await theirs.newPage();
  const tag = uniqueTag("kite");
  await publish(request, other, `Kites over the lake #${tag}`);
  const mine = await publish(request, me, `My own #${tag}`);
  await test.step("they know each other: a comment, a circle, a message", async () => {
    const headers = bearer(other);
    await request.post(`/api/posts/${mine}/comments`, { headers, data: { content: "Lovely" } });
    await request.post(`/api/users/${me._id}/follow`, { headers, data: { inCircle: true } });
    const opened = await request.post("/api/conversations", { headers, data: { userId: me._id } });
    const { conversation } = await opened.json();
    const data = { text: "Hi there", clientId: crypto.randomUUID() };
    const sent = await request.post(`/api/conversations/${conversation._id}/messages`, { headers, data });
    expect(sent.status()).toBe(201);
  });
  await theirPage.goto(`/profile/${me._id}`);
  await expect(theirPage.getByRole("heading", { level: 1, name: me.name })).toBeVisible();
  await waitUntilLive(theirPage);

  await test.step("from the menu of a post, after a question", async () => {
    await page.goto("/mainfeed");
    const post = postWith(page, `Kites over the lake #${tag}`);
    await scrollToPost(page, post);
    await post.getByRole("button", { name: "Post options" }).click();
    await page.getByRole("menuitem", { name: `Block ${other.name}` }).click();
    const dialog = page.getByRole("alertdialog", { name: `Block ${other.name}?` });
    await expect(dialog).toContainText(`You won't see each other anywhere. ${other.name} won't be notified.`);
    await dialog.getByRole("button", { name: "Block" }).click();
    await expect(post).toHaveCount(0);
    await expect(postWith(page, `My own #${tag}`)).toBeVisible();
    await expect(page.getByText(`You blocked ${other.name}.`)).toBeVisible();
  });

  await test.step("the open page of the other side drops the profile", async () => {
    // After a few seconds, at random.
    await expect(theirPage.getByText("User not found")).toBeVisible({ timeout: 15_000 });
    await expect(theirPage.getByRole("heading", { level: 1, name: me.name })).toHaveCount(0);
    const answer = await request.get(`/api/users/${me._id}`, { headers: bearer(other) });
    expect(answer.status()).toBe(404);
  });

  await test.step("gone from notifications, messages, search and under one's post", async () => {
    await page.goto("/notify");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(other.name)).toHaveCount(0);
    await page.goto("/messages");
    await expect(page.getByText("No messages yet")).toBeVisible();
    await page.goto("/search-users");
    const found = page.waitForResponse(/\/api\/search\/users/);
    await page.getByRole("main").getByRole("combobox", { name: "Search people" }).fill(other.name);
    expect(await (await found).text()).not.toContain(other._id);
    await expect(page.locator(`a[href="/profile/${other._id}"]`)).toHaveCount(0);
    await page.goto(`/post/${mine}`);
    await expect(page.getByText("No comments yet. Be the first to comment.")).toBeVisible();
  });

  await test.step("the profile says so, and brings the person back", async () => {
    await page.goto(`/profile/${other._id}`);
    await expect(page.getByText(`You blocked ${other.name}.`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Message", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Unblock" }).click();
    await expect(page.getByRole("main").getByRole("button", { name: "Join Circle" })).toBeVisible();
    await page.goto("/mainfeed");
    await scrollToPost(page, postWith(page, `Kites over the lake #${tag}`));
    await theirPage.goto(`/profile/${me._id}`);
    await expect(theirPage.getByRole("heading", { level: 1, name: me.name })).toBeVisible();
  });
  await theirs.close();
});

test("a muted person's posts go, and Settings has who is hidden", { tag: "@phone" }, async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Ishita Verma");
  // Another name than above: suggestions may show that person by now.
  const other = await makePerson(request, "Farhan Mistry");
  const tag = uniqueTag("drum");
  await publish(request, other, `Drums at midnight #${tag}`);
  await page.goto("/mainfeed");
  const post = postWith(page, `#${tag}`);
  await scrollToPost(page, post);
  await post.getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: `Mute ${other.name}` }).click();
  await page.getByRole("radio", { name: "For a week" }).check();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mute" }).click();
  await expect(post).toHaveCount(0);
  // It shows the post before the server knows, and would undo the next mute.
  const undone = page.waitForResponse(
    (answer) =>
      answer.url().endsWith(`/api/users/${other._id}/mute`) &&
      answer.request().postDataJSON()?.muted === false,
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(post).toHaveCount(1);
  await undone;

  await test.step("a muted word hides the post, and Settings lists both", async () => {
    await request.post(`/api/users/${other._id}/mute`, {
      headers: bearer(me),
      data: { muted: true, until: null },
    });
    await page.goto("/settings/safety");
    await expect(page.getByRole("list", { name: "Muted people" })).toContainText(other.name);
    await page.getByRole("button", { name: `Unmute ${other.name}` }).click();
    await expect(page.getByText("You haven't muted anyone.")).toBeVisible();
    await page.getByRole("textbox", { name: "Word, phrase or #tag" }).fill(`#${tag}`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("list", { name: "Muted words" })).toContainText(`#${tag}`);
    await page.goto("/mainfeed");
    await expect(page.getByRole("feed").getByRole("article").first()).toBeVisible();
    await expect(post).toHaveCount(0);
  });

  await test.step("Back shows the feed as it is now, not as it was loaded", async () => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: /^Safety/ }).click();
    await page.getByRole("button", { name: `Remove #${tag}` }).click();
    await expect(page.getByRole("list", { name: "Muted words" })).toHaveCount(0);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/mainfeed$/);
    await scrollToPost(page, post);
  });
});
