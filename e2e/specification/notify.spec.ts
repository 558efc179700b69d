import type { APIRequestContext, Page } from "playwright/test";
import { expect } from "../fixtures";
import { call, type Member, makeMember, publish, rejectCall, signIn, test } from "./member";

/** The notifications screen of §2, and the form that creates one. */

/** A like, a comment and a joined circle, all by one member, for another one. */
async function notifyOf(request: APIRequestContext, receiver: Member): Promise<Member> {
  const sender = await makeMember(request, "Kabir Singh");
  const post = await publish(request, receiver, "Chess at the library");
  await call(request, "POST", `/posts/${post._id}/like`, { member: sender });
  await call(request, "POST", `/posts/${post._id}/comments`, {
    member: sender,
    data: { content: "Well played!" },
  });
  await call(request, "POST", `/users/${receiver._id}/follow`, { member: sender });
  return sender;
}

const items = (page: Page) => page.getByRole("main").getByRole("listitem");
const item = (page: Page, text: RegExp) => items(page).filter({ hasText: text });

test.describe("Notifications", { tag: "@desktop" }, () => {
  test("are read, marked and deleted one by one", async ({ page, request }) => {
    const receiver = await signIn(page, "Riya Sharma");
    const sender = await notifyOf(request, receiver);
    await page.goto("/notify");
    await expect(items(page)).toHaveCount(3);
    await expect(items(page).getByText("New", { exact: true })).toHaveCount(3);
    await expect(page.getByRole("main").getByText(/^3( unread)?$/)).toBeVisible();
    const like = item(page, /liked/i);
    await expect(like).toContainText("Kabir Singh");
    await expect(like.getByText(/\d+ ?m/)).toBeVisible();
    await expect(like.locator("img").last()).toBeVisible();

    await like.getByRole("button", { name: "Mark as read" }).click();
    await expect(items(page).getByText("New", { exact: true })).toHaveCount(2);
    await expect(like.getByRole("button", { name: "Mark as read" })).toBeHidden();
    await expect(page.getByRole("main").getByText(/^2( unread)?$/)).toBeVisible();

    await item(page, /comment/i)
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(items(page)).toHaveCount(2);
    await expect(page.getByRole("main").getByText(/^1( unread)?$/)).toBeVisible();

    await page.getByRole("button", { name: "Mark All Read" }).click();
    await expect(items(page).getByText("New", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Mark All Read" })).toBeHidden();

    await page.reload();
    await expect(items(page)).toHaveCount(2);
    await expect(items(page).getByText("New", { exact: true })).toHaveCount(0);

    await item(page, /liked/i).getByText("Kabir Singh").first().click();
    await expect(page).toHaveURL(new RegExp(`/profile/${sender._id}`));
  });

  test("stay unread when they are only looked at", async ({ page, request }) => {
    const receiver = await signIn(page, "Riya Sharma");
    await notifyOf(request, receiver);
    for (const path of ["/notify", "/mainfeed", "/notify"]) {
      await page.goto(path);
      await expect(page.getByRole("main")).toBeVisible();
    }
    await expect(items(page).getByText("New", { exact: true })).toHaveCount(3);
    await expect(items(page).getByRole("button", { name: "Mark as read" })).toHaveCount(3);
    await expect(page.getByRole("button", { name: "Mark All Read" })).toBeVisible();
  });

  test("are filtered by their type", async ({ page, request }) => {
    const receiver = await signIn(page, "Riya Sharma");
    await notifyOf(request, receiver);
    await page.goto("/notify");
    await expect(items(page)).toHaveCount(3);
    const choose = async (name: string) => {
      const item = page.getByRole("menuitem", { name }).or(page.getByRole("menuitemradio", { name }));
      // The menu that was open may still be closing: it is opened again, as a person would.
      await expect(async () => {
        await page.getByRole("button", { name: /filter/i }).click({ timeout: 1_000 });
        await expect(item).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await item.click();
    };
    for (const name of ["Likes", "Comments", "Follows"]) {
      await choose(name);
      await expect(items(page)).toHaveCount(1);
    }
    await choose("All Notifications");
    await page.getByRole("button", { name: "Mark All Read" }).click();
    await choose("Unread");
    await expect(page.getByText("No unread notifications found", { exact: false })).toBeVisible();
  });

  test("say when there are none", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    await page
      .getByRole("link", { name: /notifications/i })
      .first()
      .click();
    await expect(page.getByText("No notifications", { exact: true })).toBeVisible();
    await expect(page.getByText("You're all caught up! Check back later for new updates.")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: /back/i }).click();
    await expect(page).toHaveURL(/\/mainfeed/);
  });

  test("further pages are loaded by a button, and the unread are counted to nine", async ({
    page,
    request,
  }) => {
    const receiver = await signIn(page, "Riya Sharma");
    for (let number = 1; number <= 7; number += 1) {
      const member = await makeMember(request, "Kabir Singh");
      for (const type of ["like", "comment", "follow"]) {
        const data = { receiverId: receiver._id, type, message: `Greeting ${number}` };
        await call(request, "POST", "/notifications", { member, data });
      }
    }
    await page.goto("/notify");
    await expect(page.getByText(/^9\+/).first()).toBeVisible();
    const more = page.getByRole("button", { name: "Load More Notifications" });
    await expect(items(page)).toHaveCount(20);
    await more.click();
    await expect(items(page)).toHaveCount(21);
    await expect(page.getByText("You've reached the end of your notifications.")).toBeVisible();
    await expect(more).toBeHidden();
  });

  test("the form creates one for anybody", async ({ page, request }) => {
    const receiver = await makeMember(request, "Kabir Singh");
    await signIn(page, "Riya Sharma");
    await page.goto("/create-notify");
    const type = page.getByRole("combobox");
    await expect(type).toHaveValue("like");
    await expect(type.locator("option")).toHaveText(["Like", "Comment", "Follow"]);
    const create = page.getByRole("button", { name: /create|send/i }).last();
    const receiverId = page.getByLabel(/receiver/i);
    const message = page.getByLabel(/message/i);
    await receiverId.fill(receiver._id);
    await create.click();
    await expect(page.getByText("Notification created successfully!")).toBeHidden();
    await message.fill("Chess tonight?");
    await create.click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Notification created successfully!" }),
    ).toBeVisible();
    const { notifications } = await call(request, "GET", "/notifications", { member: receiver });
    expect(notifications).toMatchObject([
      { type: "like", message: expect.stringContaining("Chess tonight?") },
    ]);

    await rejectCall(page, "**/api/notifications", 500, {}, "POST");
    await receiverId.fill(receiver._id);
    await message.fill("Chess tomorrow?");
    await create.click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to create notification" })).toBeVisible();
  });
});

test("on a phone a banner says which notifications are shown", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  const receiver = await signIn(page, "Riya Sharma");
  await notifyOf(request, receiver);
  await page.goto("/notify");
  await expect(items(page)).toHaveCount(3);
  await page.getByRole("button", { name: /filter/i }).click();
  await page
    .getByRole("menuitem", { name: "Likes" })
    .or(page.getByRole("menuitemradio", { name: "Likes" }))
    .click();
  await expect(page.getByText(/Showing: likes/i)).toBeVisible();
  await expect(items(page)).toHaveCount(1);
  await page.getByRole("button", { name: /clear/i }).click();
  await expect(page.getByText(/Showing:/)).toBeHidden();
  await expect(items(page)).toHaveCount(3);
});
