import type { Page } from "playwright/test";
import { logIn, storageOf } from "./auth";
import { captionOf, choosePhoto, composerOf, postButton, postWith, test, uniqueTag } from "./feed";
import { expect, expectAccessible, makePerson, photo, signIn } from "./fixtures";

/** Posts that are begun: kept over reloads and lost sessions, discarded, dropped and pasted. */

const preview = (page: Page) => composerOf(page).getByAltText("Your choice, as it will be posted");
/** Both are safely stored. */
const isStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(JSON.parse(sessionStorage.getItem("drafts") ?? "{}")).length))
    .toBeGreaterThan(1);

test("a draft with its photo survives a reload and a lost session, and belongs to its person", async ({
  page,
  context,
}, info) => {
  test.slow();
  const words = uniqueTag("draft");
  const person = await signIn(context, "Aarav Sharma");
  await page.goto("/create-post");
  await captionOf(page).fill(`${words} is half written`);
  await choosePhoto(page);
  await composerOf(page)
    .getByRole("textbox", { name: /^Description/ })
    .fill("A hill");
  await isStored(page);

  await test.step("after a reload", async () => {
    await page.reload();
    await expect(captionOf(page)).toHaveValue(`${words} is half written`);
    await expect(preview(page)).toBeVisible();
    await expect(composerOf(page).getByRole("textbox", { name: /^Description/ })).toHaveValue("A hill");
  });
  await test.step("after the session was ended elsewhere", async () => {
    await context.request.post("/api/auth/logout", { data: { refreshToken: person.refreshToken } });
    await postButton(page).click();
    await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/login-page/);
  });
  await test.step("signed in again, everything is there, and once posted it is gone", async () => {
    await logIn(page, context.request, person.email);
    await page.goto("/create-post");
    await expect(captionOf(page)).toHaveValue(`${words} is half written`);
    await expect(preview(page)).toBeVisible();
    await postButton(page).click();
    await expect(page).toHaveURL(/mainfeed/);
    await expect(postWith(page, words).getByRole("button", { name: "View A hill" })).toBeVisible();
    await page.goto("/create-post");
    await expect(captionOf(page)).toHaveValue("");
    await expect(preview(page)).toHaveCount(0);
    expect(info.errors).toEqual([]);
  });
});

test("somebody else who signs in after a lost session finds no draft, and the first person none either", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const words = uniqueTag("private");
  const person = await signIn(context, "Meera Joshi");
  const other = await makePerson(request, "Kabir Singh");
  await page.goto("/create-post");
  await captionOf(page).fill(`${words} is half written`);
  await choosePhoto(page);
  await isStored(page);
  await request.post("/api/auth/logout", { data: { refreshToken: person.refreshToken } });
  await postButton(page).click();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/login-page/);

  await logIn(page, request, other.email);
  await page.goto("/create-post");
  await expect(captionOf(page)).toHaveValue("");
  await expect(preview(page)).toHaveCount(0);
  expect(await storageOf(page)).not.toContain(words);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
});

test("a post that was begun is left only by discarding it", async ({ page, context }) => {
  await signIn(context, "Tara Deshmukh");
  await page.goto("/mainfeed");
  await page.goto("/create-post-modal-mobile");
  await captionOf(page).fill("Never mind");
  await choosePhoto(page);
  await isStored(page);
  const question = page.getByRole("alertdialog", { name: "Leave this post?" });
  await page.getByRole("button", { name: "Back to the feed" }).click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(captionOf(page)).toHaveValue("Never mind");
  await expect(page).toHaveURL(/create-post-modal-mobile/);
  await page.getByRole("button", { name: "Back to the feed" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/mainfeed/);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/mainfeed/);
  await expect(question).toHaveCount(0);
  await expect(captionOf(page)).toHaveValue("");

  // The window over the feed asks the same.
  await page.goto("/create-post-modal");
  await captionOf(page).fill("Never mind either");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/mainfeed/);
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/mainfeed/);
  await expect(captionOf(page)).toHaveValue("");
});

// Nobody drops files on a phone.
test("photos are pasted and dropped; what can't be shown everywhere is refused before it is sent", {
  tag: "@desktop",
}, async ({ page, context }) => {
  await signIn(context, "Ishita Verma");
  await page.goto("/create-post");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("upload")) sent.push(request.url());
  });
  const { buffer } = await photo(80, 300, 200);
  const give = (how: "paste" | "drop", name: string, type: string, base64: string) =>
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
  await give("paste", "image.png", "image/jpeg", picture);
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expect(preview(page)).toHaveCount(0);
  await give("drop", "roof.jpg", "image/jpeg", picture);
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove photo" }).click();

  const head = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`).toString("base64");
  await give("drop", "IMG_1.HEIC", "image/heic", head("heic"));
  await expect(page.getByRole("alert").getByText(/^HEIC photos can't be shown everywhere/)).toBeVisible();
  await give("drop", "notes.pdf", "application/pdf", head("none"));
  await expect(page.getByRole("alert").getByText("Please select a media file.")).toBeVisible();
  expect(sent).toEqual([]);
});
