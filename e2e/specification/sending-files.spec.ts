import { expect, photo } from "../fixtures";
import { signIn, test } from "./member";

/** The media host of §7. */

test("a file goes to the media host as a form", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "Riya Sharma");
  await page.goto("/create-post");
  const sent = page.waitForRequest(/\/image\/upload/);
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(await photo(320));
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const upload = await sent;
  expect(upload.method()).toBe("POST");
  expect(await upload.headerValue("content-type")).toMatch(/^multipart\/form-data; boundary=/);
  const answer = await (await upload.response())?.json();
  expect(answer.secure_url).toMatch(/^https?:/);
});
