import { expect } from "../fixtures";
import { rejectCall, signIn, stored, test } from "./member";

/** What §8 lets screens say about calls that fail. */

test.describe("Failures of the feed", { tag: "@desktop" }, () => {
  test("a token that is rejected ends the session", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/posts-feed");
    await rejectCall(page, /\/api\/posts/, 401, {});
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
    await expect.poll(() => stored(page, "accessToken")).toBeNull();
  });

  test("without a token there is nothing to see", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/settings");
    await page.evaluate(() => {
      localStorage.removeItem("accessToken");
      localStorage.removeItem("refreshToken");
    });
    await page.goto("/mainfeed");
    await expect(page.getByText("Please log in to view posts.")).toBeVisible();
  });

  test("an error is shown with its message or its status, and may be tried again", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/posts-feed");
    await rejectCall(page, /\/api\/posts\?/, 500, { message: "The index is being made." });
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText("The index is being made.").first()).toBeVisible();
    await rejectCall(page, /\/api\/posts\?/, 500, {});
    await page
      .getByRole("button", { name: /Try Again|Refresh/ })
      .first()
      .click();
    await expect(page.getByText("HTTP error! status: 500").first()).toBeVisible();
  });
});
