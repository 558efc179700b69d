import type { APIRequestContext, Locator, Page } from "playwright/test";
import { publish } from "./feed";
import {
  allowConsoleErrors,
  bearer,
  expect,
  makePerson,
  openMessageMenu,
  type Person,
  test as signedIn,
  signIn,
  waitUntilLive,
} from "./fixtures";

/** Two people write to each other, on a phone and on a desktop (docs/product.md, Messages). */

// One journey cuts the connection, which the browser logs, and which code on its way misses.
const test = signedIn.extend(
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch/, /^LoadError: Code could not be loaded/),
);

const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Write a message" });
const message = (page: Page, text: string) => log(page).getByRole("listitem").filter({ hasText: text });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.getByRole("button", { name: "Send message" }).click();
}

const join = (request: APIRequestContext, fan: Person, person: Person) =>
  request.post(`/api/users/${person._id}/follow`, { headers: bearer(fan), data: { inCircle: true } });

/** The conversation of two people, opened through the API. */
async function conversationOf(request: APIRequestContext, from: Person, to: Person): Promise<string> {
  const response = await request.post("/api/conversations", {
    headers: bearer(from),
    data: { userId: to._id },
  });
  expect(response.ok()).toBe(true);
  return (await response.json()).conversation._id;
}

/** Sends a message through the API. */
async function say(request: APIRequestContext, from: Person, id: string, text: string): Promise<void> {
  const response = await request.post(`/api/conversations/${id}/messages`, {
    headers: bearer(from),
    data: { text, clientId: crypto.randomUUID() },
  });
  expect(response.status()).toBe(201);
}

test("a request becomes a conversation, live on both sides", async ({ page, context, browser, request }) => {
  const me = await signIn(context, "Tara Deshmukh");
  const theirs = await browser.newContext();
  const other = await signIn(theirs, "Kabir Rao");
  const theirPage = await theirs.newPage();

  await test.step("from a profile to the first message", async () => {
    await theirPage.goto(`/profile/${me._id}`);
    await theirPage.getByRole("button", { name: "Message", exact: true }).click();
    await expect(theirPage).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
    await write(theirPage, "Are you at the fest tonight?");
    await expect(message(theirPage, "fest tonight")).not.toContainText("Sending");
    await expect(
      theirPage.getByText("You can send 2 more messages until Tara Deshmukh accepts."),
    ).toBeVisible();
  });

  await test.step("a request makes no dot, and is accepted", async () => {
    await page.goto("/messages");
    await expect(page.getByText("No messages yet")).toBeVisible();
    await expect(page).toHaveTitle("Messages · Campus Circle");
    await page.getByRole("link", { name: "Requests (1)" }).click();
    await page
      .getByRole("list", { name: "Requests" })
      .getByRole("link", { name: /Kabir Rao/ })
      .click();
    await expect(message(page, "fest tonight")).toBeVisible();
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
    await expect(field(page)).toBeFocused();
  });

  await test.step("both write and see it at once", async () => {
    await waitUntilLive(page);
    await waitUntilLive(theirPage);
    await write(page, "Yes! Front row?");
    await expect(message(theirPage, "Front row?")).toBeVisible();
    await write(theirPage, "Front row it is");
    await expect(message(page, "Front row it is")).toBeVisible();
    await expect(message(page, "Front row?")).toContainText("Seen", { timeout: 20_000 });
  });

  await test.step("a deleted message is gone on both sides", async () => {
    const own = message(page, "Yes! Front row?");
    await openMessageMenu(page, own, "Yes! Front row?");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(log(page).getByText("Message deleted")).toBeVisible();
    await page.reload();
    await expect(log(page).getByText("Message deleted")).toBeVisible();
    await expect(log(page).getByText("Yes! Front row?")).toHaveCount(0);
    await theirPage.reload();
    await expect(log(theirPage).getByText("Message deleted")).toBeVisible();
  });

  await test.step("a conversation deleted here is still there for the other", async () => {
    await page.getByRole("button", { name: "Conversation options" }).click();
    await page.getByRole("menuitem", { name: "Delete conversation" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL("/messages");
    await expect(page.getByText("No messages yet")).toBeVisible();
    const id = await conversationOf(request, other, me);
    await say(request, other, id, "Still there?");
    await page
      .getByRole("list", { name: "Conversations" })
      .getByRole("link", { name: /Still there\?/ })
      .click();
    await expect(message(page, "Still there?")).toBeVisible();
    await expect(log(page).getByText("Front row it is")).toHaveCount(0);
  });
  await theirs.close();
});

test("a new message makes a dot and a count, and opening it takes them away", { tag: "@phone" }, async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Tara Deshmukh");
  const friend = await makePerson(request, "Dev Patel");
  await join(request, me, friend);
  const id = await conversationOf(request, friend, me);
  await page.goto("/mainfeed");
  await waitUntilLive(page);
  await say(request, friend, id, "Lunch?");
  const link = page.getByRole("link", { name: /^Messages/ }).filter({ visible: true });
  await expect(link).toHaveAccessibleName("Messages, 1 new");
  await expect(page).toHaveTitle(/^\(1\) /);
  await link.click();
  await page
    .getByRole("list", { name: "Conversations" })
    .getByRole("link", { name: /Dev Patel/ })
    .click();
  await expect(log(page).getByText("New messages")).toBeVisible();
  await expect(page).toHaveTitle(/^Dev Patel/);

  await test.step("without a connection the notice leaves the head of the conversation free", async () => {
    await context.setOffline(true);
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    await page.getByRole("button", { name: "Conversation options" }).click({ trial: true });
    await field(page).click({ trial: true });
    await context.setOffline(false);
  });
});

test("what is written without a connection is sent once, even after a reload", { tag: "@desktop" }, async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Tara Deshmukh");
  const friend = await makePerson(request, "Dev Patel");
  await join(request, me, friend);
  const id = await conversationOf(request, friend, me);
  await say(request, friend, id, "Where are you?");
  await page.goto(`/messages/${id}`);
  await expect(message(page, "Where are you?")).toBeVisible();
  await context.setOffline(true);
  await write(page, "In the tunnel");
  await write(page, "Out in a minute");
  await expect(log(page).getByText("Waiting to send")).toHaveCount(2);
  await context.setOffline(false);
  await expect(log(page).getByText("Waiting to send")).toHaveCount(0);
  await page.reload();
  await expect(message(page, "In the tunnel")).toHaveCount(1);
  const said = await request.get(`/api/conversations/${id}/messages`, { headers: bearer(friend) });
  const { messages } = await said.json();
  expect(messages.map(({ text }: { text: string }) => text)).toEqual([
    "Out in a minute",
    "In the tunnel",
    "Where are you?",
  ]);
});

test("a post is sent in a message, and opens from there", { tag: "@desktop" }, async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Tara Deshmukh");
  const friend = await makePerson(request, `Dev ${Date.now().toString(36).replace(/\d/g, "x")}`);
  await join(request, me, friend);
  const postId = await publish(request, friend, "Golden hour at the lake");
  await page.goto(`/post/${postId}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("combobox", { name: "Search people" }).fill(friend.name);
  await dialog.getByText(friend.name).click();
  await dialog.getByRole("textbox", { name: /^Write a note/ }).fill("Look!");
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText(`Sent to ${friend.name}.`)).toBeVisible();
  await page.goto(`/messages/${await conversationOf(request, me, friend)}`);
  await expect(message(page, "Look!")).toBeVisible();
  await log(page)
    .getByRole("link", { name: /’s post/ })
    .click();
  await expect(page).toHaveURL(`/post/${postId}`);
});

test("on a tablet, a person is chosen by keyboard, and list and conversation stand side by side", {
  tag: "@desktop",
}, async ({ page, context, request }) => {
  const me = await signIn(context, "Tara Deshmukh");
  const friend = await makePerson(request, `Dev ${Date.now().toString(36).replace(/\d/g, "x")}`);
  await join(request, me, friend);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto("/messages");
  const list = page.getByRole("region", { name: "Messages" });
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box && box.y + box.height;
  };
  expect(await bottomOf(list)).toBeGreaterThan(1140);
  await page.getByTitle("New message").click();
  await expect(page.getByRole("combobox", { name: "Search people" })).toBeFocused();
  await page.keyboard.type(friend.name);
  await expect(page.getByRole("option", { name: new RegExp(friend.name), selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field(page)).toBeFocused();
  await expect(list).toBeVisible();
  const [left, right] = [
    await list.boundingBox(),
    await page.getByRole("region", { name: "Conversation" }).boundingBox(),
  ];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  expect(await bottomOf(field(page))).toBeGreaterThan(1080);
});
