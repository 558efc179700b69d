import type { Page } from "playwright/test";
import { logIn, storageOf } from "./auth";
import {
  captionOf,
  choosePhoto,
  composerOf,
  openDescription,
  pendingPost,
  postButton,
  postWith,
  test,
  uniqueTag,
} from "./feed";
import { expect, makePerson, photo, signIn } from "./fixtures";
import { fakeGoogle } from "./google";

/** Drafts of posts: restored after reloads and lost sessions, and discarded. Paste and drop. */

const preview = (page: Page) => composerOf(page).getByAltText("Your choice, as it will be posted");
/** Waits until both the text and the media are stored. */
const expectStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem("posts") ?? "[]")))
    .toMatchObject([{ caption: expect.stringMatching(/./), media: [{ id: expect.any(String) }] }]);

test("a draft with a photo survives a reload and a lost session", async ({ page, context }, info) => {
  await fakeGoogle(context, "closed");
  const tag = uniqueTag("draft");
  const person = await signIn(context, "Aarav Sharma");
  await page.goto("/create-post");
  await captionOf(page).fill(`${tag} is half written`);
  await choosePhoto(page);
  await (await openDescription(page)).fill("A hill");
  await expectStored(page);

  await test.step("after a reload", async () => {
    await page.reload();
    await expect(captionOf(page)).toHaveValue(`${tag} is half written`);
    await expect(preview(page)).toBeVisible();
    await expect(await openDescription(page)).toHaveValue("A hill");
  });
  await test.step("after the session is ended on another device", async () => {
    await context.request.post("/api/auth/logout", { data: { refreshToken: person.refreshToken } });
    // Posting goes to the feed, which is read by members.
    await postButton(page).click();
    await expect(page).toHaveURL(/login-page/);
  });
  await test.step("after signing in again it is on top of the feed; once posted it is gone", async () => {
    await logIn(page, context.request, person.email);
    await page.goto("/mainfeed");
    // It goes on by itself, unless its page learned in time that it failed.
    const retry = pendingPost(page).getByRole("button", { name: "Retry" });
    const published = postWith(page, tag).getByRole("button", { name: "View A hill" });
    await expect(retry.or(published)).toBeVisible();
    if (await retry.isVisible()) await retry.click();
    await expect(published).toBeVisible();
    await page.goto("/create-post");
    await expect(captionOf(page)).toHaveValue("");
    await expect(preview(page)).toHaveCount(0);
    expect(info.errors).toEqual([]);
  });
});

test("a draft is deleted when another person signs in after a lost session", async ({
  page,
  context,
  request,
}) => {
  await fakeGoogle(context, "closed");
  const tag = uniqueTag("private");
  const person = await signIn(context, "Meera Joshi");
  const other = await makePerson(request, "Kabir Singh");
  await page.goto("/create-post");
  await captionOf(page).fill(`${tag} is half written`);
  await choosePhoto(page);
  await expectStored(page);
  await request.post("/api/auth/logout", { data: { refreshToken: person.refreshToken } });
  await postButton(page).click();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/login-page/);

  await logIn(page, request, other.email);
  await page.goto("/mainfeed");
  await expect(captionOf(page)).toBeVisible();
  await expect(pendingPost(page)).toHaveCount(0);
  await page.goto("/create-post");
  await expect(captionOf(page)).toHaveValue("");
  await expect(preview(page)).toHaveCount(0);
  expect(await storageOf(page)).not.toContain(tag);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([]);
});

test("leaving a draft asks to discard it", async ({ page, context }) => {
  await signIn(context, "Tara Deshmukh");
  await page.goto("/mainfeed");
  await page.goto("/create-post-modal-mobile");
  await captionOf(page).fill("Never mind");
  await choosePhoto(page);
  await expectStored(page);
  const question = page.getByRole("alertdialog", { name: "Leave this post?" });
  await page.getByRole("button", { name: "Close" }).click();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(captionOf(page)).toHaveValue("Never mind");
  await expect(page).toHaveURL(/create-post-modal-mobile/);
  await page.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/mainfeed/);
  await expect(question).toHaveCount(0);
  await expect(captionOf(page)).toHaveValue("");
  // It stays there, and the draft does not come back.
  await page.reload();
  await expect(page).toHaveURL(/mainfeed/);
  await expect(captionOf(page)).toHaveValue("");

  // The dialog over the feed asks, too.
  await page.goto("/create-post-modal");
  // Before it opens, the feed's composer is the last one.
  await expect(page.getByRole("dialog", { name: "Create Post" })).toBeVisible();
  await captionOf(page).fill("Never mind either");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/mainfeed/);
  await page.reload();
  await expect(page).toHaveURL(/mainfeed/);
  await expect(captionOf(page)).toHaveValue("");
});

test("a draft is one row on top of the feed, and is gone through or discarded from there", async ({
  page,
  context,
}) => {
  await signIn(context, "Nandini Rao");
  await page.goto("/create-post");
  await captionOf(page).fill("To be continued on the way home");
  await page.goto("/mainfeed");
  const row = page.getByRole("region", { name: "New post" });
  await expect(row).toContainText("Draft · To be continued on the way home");
  await expect(captionOf(page)).toHaveCount(0);
  await row.getByRole("button", { name: "Continue" }).click();
  await expect(captionOf(page)).toHaveValue("To be continued on the way home");
  await page.goto("/mainfeed");
  await row.getByRole("button", { name: "Discard" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard this draft?" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(captionOf(page)).toHaveValue("");
  await page.reload();
  await expect(captionOf(page)).toHaveValue("");
});

test("photos can be pasted and dropped; unsupported files are rejected before the upload", async ({
  page,
  context,
}) => {
  await signIn(context, "Ishita Verma");
  await page.goto("/create-post");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("upload")) sent.push(request.url());
  });
  const { buffer } = await photo(80, 300, 200);
  const insertFile = (how: "paste" | "drop", name: string, type: string, base64: string) =>
    captionOf(page).evaluate(
      (field, { how, name, type, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], name, { type }));
        const event =
          how === "paste"
            ? new ClipboardEvent("paste", { clipboardData: files, bubbles: true, cancelable: true })
            : new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true });
        field.dispatchEvent(event);
      },
      { how, name, type, base64 },
    );
  const picture = buffer.toString("base64");
  await insertFile("paste", "image.png", "image/jpeg", picture);
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expect(preview(page)).toHaveCount(0);
  await insertFile("drop", "roof.jpg", "image/jpeg", picture);
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove photo" }).click();
  sent.length = 0;

  const base64 = (bytes: string) => Buffer.from(bytes, "latin1").toString("base64");
  await insertFile("drop", "IMG_1.HEIC", "image/heic", base64("\0\0\0\x18ftypheic\0\0\0\0mif1heic"));
  await expect(page.getByRole("alert").getByText(/^That picture can't be read/)).toBeVisible();
  await insertFile("drop", "notes.pdf", "application/pdf", base64("%PDF-1.7"));
  await expect(page.getByRole("alert").getByText(/^Please select a media file\. It can be/)).toBeVisible();
  expect(sent).toEqual([]);
});
