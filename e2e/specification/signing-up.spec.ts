import type { Page } from "playwright/test";
import { codeFor, expect, photo } from "../fixtures";
import { freshEmail, makeNewcomer, openAs, signIn, stored, storedJson, test } from "./member";

/** §2, §4 and §5 from the landing page to the feed, as a newcomer and as a member. */

const COLLEGE = "Madhav Institute of Technology & Science, Gwalior";

/** From choosing the college to the screen that asks for the code. */
async function askForCode(page: Page, email: string): Promise<void> {
  await page.goto("/select-college-page");
  await page.getByRole("combobox").selectOption("MITS");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(/\/enter-college-email-page/);
  await page.getByRole("textbox").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(/\/verification-page/);
}

async function verify(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder("Enter 6-digit code").fill(await codeFor(page.request, email));
  await page.getByRole("button", { name: "Verify Account" }).click();
}

test.describe("Signing up", { tag: "@desktop" }, () => {
  test("the splash screen opens the login", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Connect • Share • Discover").first()).toBeVisible();
    await page.getByText("Get Started").click();
    await expect(page).toHaveURL(/\/login-page/);
    await expect(page.getByText("OR", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /google/i })).toBeVisible();
    await page.getByRole("link", { name: "Create new account" }).click();
    await expect(page).toHaveURL(/\/select-college-page/);
  });

  test("the login asks for an address that someone has", async ({ page }) => {
    await page.goto("/login-page");
    const email = page.getByRole("textbox", { name: /email/i });
    const next = page.getByRole("button", { name: "Next", exact: true });
    const alert = page.getByRole("alert");
    for (const wrong of ["", "riya.sharma"]) {
      await email.fill(wrong);
      await next.click();
      await expect(alert.filter({ hasText: "Please enter a valid email address." })).toBeVisible();
    }
    await email.fill(freshEmail());
    await next.click();
    await expect(
      alert.filter({ hasText: "No user found with this email. Please create a new account." }),
    ).toBeVisible();
  });

  test("a member logs in with a code, and is then led away from the login", async ({ page, request }) => {
    const newcomer = await makeNewcomer(request);
    await request.put(`/api/users/${newcomer._id}`, {
      data: { name: "Riya Sharma", collegeName: "MITS" },
      headers: { Authorization: `Bearer ${newcomer.accessToken}` },
    });
    await page.goto("/login-page");
    await page.getByRole("textbox", { name: /email/i }).fill(newcomer.email);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page).toHaveURL(/\/verification-page/);
    await verify(page, newcomer.email);
    await expect(page).toHaveURL(/\/mainfeed/);
    expect(await stored(page, "accessToken")).toMatch(/./);
    expect(await stored(page, "refreshToken")).toMatch(/./);
    for (const key of ["userProfile", "user"]) {
      expect(await storedJson(page, key), key).toMatchObject({
        _id: newcomer._id,
        name: "Riya Sharma",
        email: newcomer.email,
        collegeName: "MITS",
      });
    }
    await page.goto("/login-page");
    await expect(page).toHaveURL(/\/mainfeed/);
  });

  test("a login without a finished profile goes to the name", async ({ page, request }) => {
    const newcomer = await makeNewcomer(request);
    await page.goto("/login-page");
    await page.getByRole("textbox", { name: /email/i }).fill(newcomer.email);
    await page.getByRole("textbox", { name: /email/i }).press("Enter");
    await expect(page).toHaveURL(/\/verification-page/);
    await verify(page, newcomer.email);
    await expect(page).toHaveURL(/\/enter-name-page/);
    expect(await storedJson(page, "userProfile")).toMatchObject({ email: newcomer.email });
  });

  test("the college has to be selected", async ({ page }) => {
    await page.goto("/select-college-page");
    const college = page.getByRole("combobox");
    await expect(college.locator("option")).toHaveText(["College Name", COLLEGE]);
    await expect(college.locator("option").last()).toHaveAttribute("value", "MITS");
    await expect(
      page.getByText("Search and select your college to join its exclusive community"),
    ).toBeVisible();
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await next.click();
    await expect(page.getByRole("alert").filter({ hasText: "Please select your college." })).toBeVisible();
    await college.selectOption({ label: COLLEGE });
    await next.click();
    await expect(page).toHaveURL(/\/enter-college-email-page/);
    expect(await storedJson(page, "userRegisterData")).toMatchObject({ collegeName: "MITS" });
  });

  test("the college's address is looked at while it is typed", async ({ page }) => {
    await page.goto("/select-college-page");
    await page.getByRole("combobox").selectOption("MITS");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    const email = page.getByRole("textbox");
    const next = page.getByRole("button", { name: "Continue", exact: true });
    const border = async () => {
      const colour = await email.evaluate((input) => {
        const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        if (!context) throw new Error("There is no canvas.");
        context.fillStyle = getComputedStyle(input).borderColor;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      });
      const [red = 0, green = 0] = colour;
      return red > green ? "red" : "green";
    };

    await expect(next).toBeDisabled();
    await email.pressSequentially("riya@gmail.com");
    await expect(page.getByText("Please use your college email (@mitsgwl.ac.in)")).toBeVisible();
    await expect.poll(border).toBe("red");
    await expect(next).toBeDisabled();
    await email.press("Enter");
    await expect(
      page.getByRole("alert").filter({ hasText: "Please use a valid college email!" }),
    ).toBeVisible();

    await email.fill("Riya.Sharma@MITSGWL.AC.IN");
    await expect(page.getByText("This email is supported")).toBeVisible();
    await expect.poll(border).toBe("green");
    await expect(next).toBeEnabled();
  });

  test("from the college to the feed", async ({ page }) => {
    test.slow();
    const email = freshEmail();
    await askForCode(page, email);
    await expect(page.getByText(email)).toBeVisible();
    await verify(page, email);
    await expect(page).toHaveURL(/\/enter-name-page/);
    expect(await stored(page, "accessToken")).toMatch(/./);
    expect(await stored(page, "refreshToken")).toMatch(/./);

    const next = page.getByRole("button", { name: "NEXT", exact: true });
    await next.click();
    await expect(page).toHaveURL(/\/enter-name-page/);
    await page.getByLabel(/first name/i).fill("Riya");
    await next.click();
    await expect(page).toHaveURL(/\/enter-name-page/);
    await page.getByLabel(/last name/i).fill("Sharma");
    await next.click();
    await expect(page).toHaveURL(/\/enter-student-id/);
    expect(await storedJson(page, "userRegisterData")).toMatchObject({
      collegeName: "MITS",
      email,
      name: "Riya Sharma",
      authMethod: "email",
    });

    await page.getByRole("button", { name: /continue|next/i }).click();
    await expect(page).toHaveURL(/\/enter-student-id/);
    await page.getByRole("textbox").fill("0901CS231042");
    await page.getByRole("button", { name: /continue|next/i }).click();

    await expect(page).toHaveURL(/\/add-profile-picture-page/);
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await photo(40, 900, 600));
    await expect(page.getByRole("group", { name: /picture/i })).toBeVisible();
    await page
      .getByRole("button", { name: /continue|upload|next/i })
      .first()
      .click();

    await expect(page).toHaveURL(/\/account-creation-complete-page/);
    await expect(page).toHaveURL(/\/onboarding-guide-page/);
    const onwards = page.getByRole("button", { name: "Continue", exact: true });
    await expect(page.getByRole("heading", { name: "Connect on Campus" })).toBeVisible();
    await expect(page.getByRole("button", { name: /close|skip/i })).toBeHidden();
    await onwards.click();
    await expect(page.getByRole("heading", { name: "Network with Alumni & Faculty" })).toBeVisible();
    await onwards.click();
    await expect(page.getByRole("heading", { name: "Showcase Your Ideas & Skills" })).toBeVisible();
    await page.getByRole("button", { name: "Start your Journey" }).click();

    await expect(page).toHaveURL(/\/mainfeed/);
    expect(await storedJson(page, "userProfile")).toMatchObject({
      name: "Riya Sharma",
      email,
      collegeName: "MITS",
      collegeId: "0901CS231042",
      avatar: expect.stringMatching(/./),
    });
  });

  test("the picture is chosen or left out", async ({ page }) => {
    const email = freshEmail();
    await askForCode(page, email);
    await verify(page, email);
    await page.getByLabel(/first name/i).fill("Riya");
    await page.getByLabel(/last name/i).fill("Sharma");
    await page.getByRole("button", { name: "NEXT", exact: true }).click();
    await expect(page).toHaveURL(/\/enter-student-id/);
    await page.getByRole("textbox").fill("0901CS231043");
    await page.getByRole("button", { name: /continue|next/i }).click();
    await expect(page).toHaveURL(/\/add-profile-picture-page/);
    await page
      .getByRole("button", { name: /continue|upload|next/i })
      .first()
      .click();
    await expect(page.getByRole("alert").filter({ hasText: "Please choose an image first" })).toBeVisible();
    await page.getByRole("main").getByText(/^skip/i).click();
    await expect(page).toHaveURL(/\/onboarding-guide-page/);
  });

  test("an address that has an account already gets a code, too", async ({ page, request }) => {
    const { email } = await makeNewcomer(request);
    await askForCode(page, email);
    await verify(page, email);
    await expect(page).toHaveURL(/\/enter-name-page/);
  });

  test("the code: typed, sent again, wrong, and for another account", async ({ page }) => {
    const email = freshEmail();
    await askForCode(page, email);
    const code = page.getByPlaceholder("Enter 6-digit code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    await code.pressSequentially("12ab345678");
    await expect(code).toHaveValue("123456");

    await code.fill("000");
    await page.getByRole("button", { name: "Verify Account" }).click();
    const wrong = page.getByText("Invalid verification code. Please try again.");
    await expect(wrong).toBeVisible();
    const [red = 0, green = 0] = await wrong.evaluate((element) => {
      const context = document.createElement("canvas").getContext("2d");
      if (!context) throw new Error("There is no canvas.");
      context.fillStyle = getComputedStyle(element).color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(green);

    const first = await codeFor(page.request, email);
    await page.getByRole("button", { name: "Resend code" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "OTP has been resent to your email!" }),
    ).toBeVisible();
    await code.fill(first);
    await page.getByRole("button", { name: "Verify Account" }).click();
    await expect(page).toHaveURL(/\/enter-name-page/);
  });

  test("another account is switched to", async ({ page }) => {
    await askForCode(page, freshEmail());
    await page.getByText("Switch Account").click();
    await expect(page).toHaveURL(/\/enter-college-email-page/);
  });

  test("two passwords have to match", async ({ page }) => {
    const newcomer = await makeNewcomer(page.request);
    await openAs(page, newcomer);
    await page.goto("/enter-password-page");
    const passwords = page.locator("input[autocomplete=new-password]");
    const submit = page.getByRole("button", { name: /continue|next|create/i });
    await passwords.first().fill("12345");
    await passwords.last().fill("12345");
    await submit.click();
    await expect(page.getByText("Password must be at least 6 characters.")).toBeVisible();
    await passwords.first().fill("secret123");
    await passwords.last().fill("secret124");
    await submit.click();
    await expect(page.getByText("Passwords do not match.")).toBeVisible();
    await passwords.last().fill("secret123");
    await submit.click();
    await expect(page).toHaveURL(/\/add-profile-picture-page/);
  });

  test("an unreadable draft is thrown away, and a password in one", async ({ page }) => {
    await page.addInitScript(() => {
      if (window.name === "has a draft") return;
      window.name = "has a draft";
      localStorage.setItem(
        "userRegisterData",
        JSON.stringify({ name: "Riya Sharma", collegeName: "MITS", password: "secret123" }),
      );
    });
    await page.goto("/select-college-page");
    await page.getByRole("combobox").selectOption("MITS");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page).toHaveURL(/\/enter-college-email-page/);
    await expect.poll(() => stored(page, "userRegisterData")).not.toContain("password");
    expect(await storedJson(page, "userRegisterData")).toMatchObject({ name: "Riya Sharma" });
  });

  test("someone with a finished profile is taken to the feed", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    for (const path of ["/login-page", "/select-college-page", "/enter-college-email-page"]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/mainfeed/);
    }
  });

  test("a profile that is stored later is noticed within a second", async ({ page }) => {
    await page.goto("/login-page");
    const { accessToken, refreshToken, user } = await signIn(page, "Riya Sharma");
    await page.evaluate(
      (items) => {
        for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
      },
      { accessToken, refreshToken, userProfile: JSON.stringify(user) },
    );
    await expect(page).toHaveURL(/\/mainfeed/, { timeout: 5_000 });
  });
});
