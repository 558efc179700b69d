import type { APIRequestContext, BrowserContext, Page } from "playwright/test";
import { postWith, publish, scrollToPost, uniqueTag } from "./feed";
import {
  bearer,
  collectConsoleErrors,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makePerson,
  type Person,
  signIn,
  test,
  waitUntilLive,
} from "./fixtures";
import { goOffline } from "./screens/network";

/** Live notifications: at once, on every tab and device, and never twice. */

const join = (request: APIRequestContext, fan: Person, person: Person, inCircle = true) =>
  request.post(`/api/users/${person._id}/follow`, { headers: bearer(fan), data: { inCircle } });

const like = (request: APIRequestContext, fan: Person, postId: string, liked = true) =>
  request.post(`/api/posts/${postId}/like`, { headers: bearer(fan), data: { liked } });

/** The lists of the sections. */
const listOn = (page: Page) => page.getByRole("list", { name: /^(Today|This week|Earlier)$/ });
/** What is not pushed would show after 30 s. */
const whenPushed = { timeout: 15_000 };

/** Counts the streams a browser opens. */
function countStreams(context: BrowserContext): { opened: () => number } {
  let opened = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/api/notifications/stream")) opened += 1;
  });
  return { opened: () => opened };
}

test("a new notification shows on all devices and tabs at once, and is read on all of them", async ({
  page,
  context,
  browser,
  request,
}) => {
  const author = await signIn(context, "Tara Deshmukh");
  const [fan, second] = [await makePerson(request, "Kabir Rao"), await makePerson(request, "Dev Patel")];
  const postId = await publish(request, author, "Golden hour");
  const streams = countStreams(context);
  await page.goto("/notify");
  const tab = await context.newPage();
  await tab.goto("/mainfeed");
  const device = await browser.newContext();
  await device.addInitScript((tokens) => {
    localStorage.setItem("accessToken", tokens.accessToken);
    localStorage.setItem("refreshToken", tokens.refreshToken);
  }, author);
  await device.addCookies(await context.cookies());
  const phone = await device.newPage();
  await phone.goto("/notify");
  const consoleErrors = [collectConsoleErrors(tab), collectConsoleErrors(phone)];
  await waitUntilLive(page);
  await waitUntilLive(phone);

  await test.step("a like shows everywhere at once", async () => {
    await like(request, fan, postId);
    await expect(listOn(page).getByText("liked your post")).toBeVisible(whenPushed);
    await expect(listOn(phone).getByText("liked your post")).toBeVisible(whenPushed);
    await expect(page).toHaveTitle(/^\(1\) /, whenPushed);
    await expect(tab).toHaveTitle(/^\(1\) /, whenPushed);
    await expect(phone).toHaveTitle(/^\(1\) /, whenPushed);
    await expect(
      page.getByRole("status").filter({ hasText: "New notification: Kabir Rao liked your post" }),
    ).toHaveCount(1);
    expect(streams.opened()).toBe(1);
  });

  await test.step("a second like of the post is grouped with the first", async () => {
    await like(request, second, postId);
    await expect(listOn(page).getByText("Dev Patel and Kabir Rao liked your post")).toBeVisible(whenPushed);
    await expect(page).toHaveTitle(/^\(2\) /, whenPushed);
    await page.getByRole("button", { name: /Show all 2/ }).click();
    await expect(listOn(page).getByText("liked your post", { exact: false })).toHaveCount(3);
    await expectNoSidewaysScroll(page);
  });

  await test.step("an unseen one disappears when the like is undone", async () => {
    await like(request, second, postId, false);
    await expect(listOn(page).getByText("Dev Patel")).toHaveCount(0, whenPushed);
    await expect(page).toHaveTitle(/^\(1\) /, whenPushed);
  });

  await test.step("marking as read on one device applies on the others", async () => {
    await phone.getByRole("button", { name: "Mark All Read" }).click();
    await expect(page.getByText("New", { exact: true })).toHaveCount(0, whenPushed);
    await expect(page.getByRole("button", { name: "Mark All Read" })).toHaveCount(0);
    await expect(tab).not.toHaveTitle(/^\(/, whenPushed);
  });

  await test.step("when the tab with the stream closes, another one takes over", async () => {
    await page.close();
    await waitUntilLive(tab);
    await join(request, fan, author);
    await expect(tab).toHaveTitle(/^\(1\) /, whenPushed);
    expect(streams.opened()).toBe(2);
  });

  expect(consoleErrors.flat()).toEqual([]);
  await device.close();
});

test("joins, posts and likes of one browser show in another at once, and looking quiets the bell", async ({
  page,
  context,
  browser,
  request,
}) => {
  const me = await signIn(context, "Tara Deshmukh");
  const theirContext = await browser.newContext();
  const friend = await signIn(theirContext, "Kabir Rao");
  const mine = uniqueTag("mine");
  await publish(request, me, `Golden hour #${mine}`);
  await page.goto("/mainfeed");
  await waitUntilLive(page);
  const theirs = await theirContext.newPage();
  await theirs.goto(`/profile/${me._id}`);
  const bell = page.getByRole("link", { name: "Notifications, 1 new" }).filter({ visible: true });

  await test.step("a join makes the bell count, and looking quiets it for good and reads nothing", async () => {
    await theirs.getByRole("button", { name: "Join Circle", exact: true }).click();
    await expect(bell.locator("[data-dot]")).toHaveText("1", whenPushed);
    await bell.click();
    await expect(listOn(page).getByText("New", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Notifications, / })).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^\(/);
    await page.reload();
    await expect(listOn(page).getByText("New", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Mark All Read" })).toBeVisible();
    await page.goto("/mainfeed");
    await waitUntilLive(page);
    await expect(page).not.toHaveTitle(/^\(/);
  });

  await test.step("a like counts in the feed", async () => {
    const post = postWith(page, mine);
    await scrollToPost(page, post);
    await expect(post.getByRole("button", { name: /^1 like/ })).toHaveCount(0);
    await theirs.goto(`/tag/${mine}`);
    await postWith(theirs, mine).getByRole("button", { name: "Like", exact: true }).click();
    await expect(post.getByRole("button", { name: /1 like/ })).toBeVisible(whenPushed);
  });

  await test.step("a post is offered", async () => {
    await publish(request, friend, `New here #${uniqueTag("new")}`);
    await expect(page.getByRole("button", { name: "New posts" })).toBeVisible(whenPushed);
  });
  await theirContext.close();
});

test("pressing a notification opens what it is about and reads it", async ({ page, context, request }) => {
  const author = await signIn(context, "Tara Deshmukh");
  const fan = await makePerson(request, "Kabir Rao");
  const postId = await publish(request, author, "Golden hour");
  const comments = `/api/posts/${postId}/comments`;
  const written = await request.post(comments, {
    headers: bearer(fan),
    data: { content: "Which roof is this?" },
  });
  const commentId = (await written.json()).comment._id;
  await join(request, fan, author);
  await page.goto("/notify");
  await expect(listOn(page).getByText("New", { exact: true })).toHaveCount(2);

  await test.step("a comment's row shows the comment on its post", async () => {
    await page.getByRole("link", { name: /commented: “Which roof is this\?”$/ }).click();
    await expect(page).toHaveURL(`/post/${postId}#comment-${commentId}`);
    const comment = page.getByRole("listitem").filter({ hasText: "Which roof is this?" });
    await expect(comment).toBeFocused();
    await expect(comment).toBeInViewport();
    await page.goBack();
    await expect(listOn(page).getByText("New", { exact: true })).toHaveCount(1);
  });

  await test.step("who joined can be joined back, and their row leads to their profile", async () => {
    await listOn(page).getByRole("button", { name: "Join Circle of Kabir Rao" }).click();
    await expect(listOn(page).getByRole("button", { name: /^In Circle/ })).toBeVisible();
    await page.getByRole("link", { name: "Kabir Rao joined your circle" }).click();
    await expect(page).toHaveURL(`/profile/${fan._id}`);
    await page.goBack();
    await expect(listOn(page).getByText("joined your circle")).toBeVisible();
    await expect(listOn(page).getByText("New", { exact: true })).toHaveCount(0);
    await expect(listOn(page).getByRole("button", { name: /^In Circle/ })).toBeVisible();
  });
});

test("new notifications do not move the rows while a person reads further down", async ({
  page,
  context,
  request,
}) => {
  const person = await signIn(context, "Tara Deshmukh");
  const fans: Person[] = [];
  for (let count = 0; count < 16; count++)
    fans.push(await makePerson(request, `Fan ${"ABCDEFGHIJKLMNOP"[count]}bc`));
  const [late, ...early] = fans as [Person, ...Person[]];
  for (const fan of early) await join(request, fan, person);
  await page.goto("/notify");
  await waitUntilLive(page);
  const reading = listOn(page).getByRole("listitem").nth(8);
  await expect(reading).toBeVisible();
  await page.mouse.wheel(0, 500);
  await page.evaluate(() => window.scrollTo(0, 500));
  const before = await reading.boundingBox();
  await join(request, late, person);
  const more = page.getByRole("button", { name: "1 new notification" });
  await expect(more).toBeVisible(whenPushed);
  expect(await reading.boundingBox()).toEqual(before);
  // The button covers a part of the row below it until the reader scrolls on.
  await expectAccessible(page, { except: ["target-size"] });
  await more.click();
  await expect(listOn(page).getByText(late.name)).toBeInViewport();
  await expect(more).toHaveCount(0);
});

test("a notification by hand can be sent once a day, and is marked as such", async ({
  page,
  context,
  request,
}) => {
  const person = await signIn(context, "Tara Deshmukh");
  const friend = await makePerson(request, "Kabir Rao");

  await test.step("the form says whether a notification was created", async () => {
    await page.goto("/create-notify");
    const message = page.getByRole("textbox", { name: "Message" });
    const create = page.getByRole("button", { name: "Create Notification" });
    await page.getByRole("textbox", { name: "Receiver ID" }).fill(friend._id);
    await page.getByRole("combobox", { name: "Type" }).selectOption("comment");
    await message.fill("See you at the amphitheatre");
    await create.click();
    await expect(page.getByRole("alert").getByText("Notification created successfully!")).toBeVisible();
    await message.fill("And bring tea");
    await create.click();
    await expect(page.getByRole("alert").getByText(/^Nothing new was created/)).toBeVisible();
    await expect(message).toHaveValue("And bring tea");
    await expectNoSidewaysScroll(page);
  });

  await test.step("it names the sender, and stands with its type", async () => {
    await page.goto("/notify");
    await waitUntilLive(page);
    const body = { receiverId: person._id, type: "like", message: "liked your post" };
    const sent = await request.post("/api/notifications", { headers: bearer(friend), data: body });
    expect(await sent.json()).toMatchObject({ created: true, notification: { custom: true, seen: false } });
    const row = listOn(page).getByRole("listitem");
    await expect(row).toContainText("Kabir Rao sent you a notification: liked your post", whenPushed);
    await expect(
      page.getByRole("status").filter({
        hasText: "New notification: Kabir Rao sent you a notification: liked your post",
      }),
    ).toHaveCount(1);
    await expect(row.locator('img[src*="/media/"]')).toHaveCount(0);
    const choose = async (filter: string) => {
      await page.getByRole("button", { name: /^Filter/ }).click();
      await page.getByRole("menuitemradio", { name: filter }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    };
    await choose("Follows");
    await expect(page.getByText("No follows notifications found.")).toBeVisible();
    await page.reload();
    await choose("Likes");
    await expect(row).toHaveCount(1);
    await choose("Unread");
    await expect(row).toHaveCount(1);
  });

  await test.step("and can be switched off", async () => {
    await page.goto("/settings/notifications");
    await page.getByRole("switch", { name: /^Written to you/ }).click();
    await expect(page).not.toHaveTitle(/^\(/);
    await page.goto("/notify");
    await expect(page.getByText("You're all caught up!")).toBeVisible();
  });
});

test("the list catches up after a lost connection", async ({ page, context, request, consoleErrors }) => {
  const person = await signIn(context, "Tara Deshmukh");
  const fan = await makePerson(request, "Kabir Rao");
  await page.goto("/notify");
  await waitUntilLive(page);
  await goOffline(page);
  await join(request, fan, person);
  await context.setOffline(false);
  await expect(listOn(page).getByText("joined your circle")).toBeVisible();
  // The browser logs what it can't load until then.
  const otherErrors = consoleErrors.splice(0).filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"));
  expect(otherErrors).toEqual([]);
});

test("the stream ends with the session", async ({ page, context, consoleErrors }) => {
  const person = await signIn(context, "Tara Deshmukh");
  await page.goto("/notify");
  await waitUntilLive(page);
  const ended = page.waitForEvent("requestfinished", (request) =>
    request.url().endsWith("/notifications/stream"),
  );
  await context.request.post("/api/auth/logout", { data: { refreshToken: person.refreshToken } });
  await ended;
  await expect(page.getByText("Session expired. Please log in again.")).toBeVisible();
  // The browser logs the calls that fail with 401.
  const otherErrors = consoleErrors.splice(0).filter((text) => !text.includes("401 (Unauthorized)"));
  expect(otherErrors).toEqual([]);
});

test("undoing a deletion restores the notification on all devices", async ({ page, context, request }) => {
  const person = await signIn(context, "Tara Deshmukh");
  await join(request, await makePerson(request, "Kabir Rao"), person);
  await page.goto("/notify");
  const tab = await context.newPage();
  await tab.goto("/notify");
  await waitUntilLive(page);
  const row = listOn(page).getByRole("listitem").filter({ hasText: "Kabir Rao" });
  await row.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You're all caught up!")).toBeVisible();
  await expect(listOn(tab)).toHaveCount(0, whenPushed);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toBeFocused();
  await expect(row.getByText("New", { exact: true })).toBeVisible();
  await expect(listOn(tab).getByText("Kabir Rao")).toBeVisible(whenPushed);
  await expectAccessible(page);
});
