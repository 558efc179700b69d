import { expect } from "../fixtures";
import { freshEmail, makeNewcomer, openAs, rejectCall, test } from "./member";

/** What §8 lets the screens of signing in and up say about calls that fail. */

test.describe("Failures of signing in and up", { tag: "@desktop" }, () => {
  test("the login's code can't be sent", async ({ page }) => {
    await rejectCall(page, "**/api/auth/send-otp", 500, {});
    await page.goto("/login-page");
    await page.getByRole("textbox", { name: /email/i }).fill("riya.sharma@mitsgwl.ac.in");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Something went wrong. Please try again." }),
    ).toBeVisible();
  });

  test("the newcomer's code can't be sent, checked or sent again", async ({ page }) => {
    await page.goto("/select-college-page");
    await page.getByRole("combobox").selectOption("MITS");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("textbox").fill(freshEmail());
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await rejectCall(page, "**/api/auth/send-otp", 500, { message: "The mail host is down." });
    await next.click();
    await expect(page.getByText("Error: The mail host is down.").first()).toBeVisible();
    await rejectCall(page, "**/api/auth/send-otp", 500, {});
    await next.click();
    await expect(page.getByText("Error: Failed to send OTP").first()).toBeVisible();
    await page.unrouteAll();
    await next.click();
    await expect(page).toHaveURL(/\/verification-page/);

    await rejectCall(page, "**/api/auth/check-otp", 400, { message: "This code is not yours." });
    await page.getByPlaceholder("Enter 6-digit code").fill("123456");
    const verify = page.getByRole("button", { name: "Verify Account" });
    await verify.click();
    await expect(page.getByText("This code is not yours.")).toBeVisible();
    await rejectCall(page, "**/api/auth/check-otp", 400, {});
    await verify.click();
    await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();

    await rejectCall(page, "**/api/auth/send-otp", 500, { message: "The mail host is down." });
    await page.getByRole("button", { name: "Resend code" }).click();
    await expect(page.getByText("The mail host is down.").first()).toBeVisible();
    await rejectCall(page, "**/api/auth/send-otp", 500, {});
    await page.getByRole("button", { name: "Resend code" }).click();
    await expect(page.getByText("Failed to resend OTP. Try again.").first()).toBeVisible();
  });

  test("a registration on one page: what is missing, and what fails", async ({ page }) => {
    await page.goto("/testregister");
    const register = page.getByRole("button", { name: /register|create|sign up/i }).last();
    await register.click();
    await expect(
      page.getByText(/Please complete the following fields:.*Name.*Email.*College Name.*Password/s).first(),
    ).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Riya Sharma");
    await page.getByLabel(/email/i).fill(freshEmail());
    await page.getByRole("combobox").selectOption("MITS");
    const passwords = page.locator("input[autocomplete=new-password]");
    for (const password of await passwords.all()) await password.fill("secret123");
    for (const [status, body, sentence] of [
      [409, { error: "duplicate" }, "This email is already registered. Please log in instead."],
      [500, { message: "The disk is full." }, "Registration failed: The disk is full."],
      [500, {}, "Registration failed: Unknown error"],
      [undefined, {}, "Something went wrong during registration."],
    ] as const) {
      await rejectCall(page, "**/api/auth/register", status, body);
      await register.click();
      await expect(page.getByText(sentence).first()).toBeVisible();
    }
  });

  test("a picture without a token", async ({ page }) => {
    const newcomer = await makeNewcomer(page.request);
    await openAs(page, newcomer);
    await page.goto("/add-profile-picture-page");
    await expect(page.locator("input[type=file]").first()).toBeAttached();
    await page.evaluate(() => {
      localStorage.removeItem("accessToken");
      localStorage.removeItem("refreshToken");
    });
    const picture = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
    await page
      .getByRole("button", { name: /continue|upload|next/i })
      .first()
      .click();
    await expect(page.getByText("Missing token or user ID. Please log in again.").first()).toBeVisible();
  });
});
