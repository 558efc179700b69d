import { expect, type Page } from "playwright/test";
import { chooseCollege } from "../auth";
import { codeFor, freshEmail, photo } from "../fixtures";
import { LONG_NAME } from "./fixtures";
import { abortRequests, hang, respondWithError } from "./network";
import type { Screen } from "./screen";

/** The screens of signing in and up. */

const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const LONG_EMAIL = `${"a.very.long.address.".repeat(5)}x@mitsgwl.ac.in`;

/** Puts the tab into the state after a code was sent. */
const storeCodeSentTo = (page: Page, email: string) =>
  page.addInitScript((address) => {
    sessionStorage.setItem("signUp", JSON.stringify({ codeSentTo: address }));
  }, email);

/** Puts the browser into the state of a sign-up under way. */
const storeDraft = (page: Page, email: string) =>
  page.addInitScript((address) => {
    localStorage.setItem("userRegisterData", JSON.stringify({ email: address }));
  }, email);

/** Types into the college's field, which opens its list. */
async function searchCollege(page: Page, typed: string): Promise<void> {
  if (!page.url().endsWith("/select-college-page")) await page.goto("/select-college-page");
  const field = page.getByRole("combobox", { name: "College" });
  await field.fill("");
  await field.pressSequentially(typed);
  await expect(page.getByRole("status").filter({ hasText: /./ })).toBeAttached();
}

/** Submits a password on the verification page. */
async function submitPassword(page: Page): Promise<void> {
  await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
  await page.goto("/verification-page?with=password");
  await page.getByLabel("Password", { exact: true }).fill("golden hour 7");
  await press(page, "Log in");
}

async function typeEmail(page: Page, email: string): Promise<void> {
  await page.goto("/login-page");
  await page.getByLabel("Email").fill(email);
  await press(page, "Next");
}

export const AUTH_SCREENS: Screen[] = [
  {
    route: "/login-page",
    state: "normal",
    shows: "An email, Google (off and below without a client id), or a new account",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/login-page");
      await heading(page, "Welcome");
    },
  },
  {
    route: "/login-page",
    state: "normal",
    detail: "returning",
    shows: "Where someone has signed in before",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/login-page");
      await page.context().addCookies([{ name: "returning", value: "1", url: page.url() }]);
      await page.reload();
      await heading(page, "Welcome back");
    },
  },
  {
    route: "/login-page",
    state: "error",
    detail: "not an email",
    shows: "Please enter a valid email address.",
    as: "visitor",
    open: async ({ page }) => {
      await typeEmail(page, "aarav");
      await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
    },
  },
  {
    route: "/login-page",
    state: "error",
    detail: "unknown",
    shows: "No user found with this email",
    as: "visitor",
    open: async ({ page }) => {
      await typeEmail(page, "unknown@mitsgwl.ac.in");
      await expect(page.getByText(/^No user found/)).toBeVisible();
    },
  },
  {
    route: "/login-page",
    state: "slow network",
    shows: "A spinner in Next while the code is on its way",
    as: "visitor",
    open: async ({ page }) => {
      await hang(page, "**/api/auth/send-otp");
      await typeEmail(page, "aarav.sharma@mitsgwl.ac.in");
      await expect(page.locator("button[aria-busy=true]")).toBeVisible();
    },
  },
  {
    route: "/login-page",
    state: "offline",
    shows: "That the code could not be sent",
    as: "visitor",
    open: async ({ page }) => {
      await abortRequests(page, "**/api/auth/send-otp");
      await typeEmail(page, "aarav.sharma@mitsgwl.ac.in");
      await expect(page.getByRole("alert").filter({ hasText: "went wrong" })).toBeVisible();
    },
  },
  {
    route: "/select-college-page",
    state: "normal",
    shows: "The one college, chosen beforehand",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/select-college-page");
      await heading(page, "Find your campus");
    },
  },
  {
    route: "/select-college-page",
    state: "long text",
    shows: "The college's full name in the field",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/select-college-page");
      await chooseCollege(page);
    },
  },
  {
    route: "/select-college-page",
    state: "normal",
    detail: "searching",
    shows: "What was typed, and the college it finds",
    as: "visitor",
    open: async ({ page }) => {
      await searchCollege(page, "gwal");
      await expect(page.getByRole("option")).toBeVisible();
    },
  },
  {
    route: "/select-college-page",
    state: "empty",
    shows: "No college found, and what to do",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/select-college-page");
      await page.getByText("My college isn't here").click();
      await searchCollege(page, "Indian Institute of Technology, Delhi");
      await expect(page.getByRole("status").filter({ hasText: "No college found" })).toBeAttached();
    },
  },
  {
    route: "/select-college-page",
    state: "error",
    shows: "Please select your college.",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/select-college-page");
      await page.getByRole("combobox", { name: "College" }).fill("");
      await press(page, "Continue");
      await expect(page.getByText("Please select your college.")).toBeVisible();
    },
  },
  {
    route: "/enter-college-email-page",
    state: "normal",
    shows: "An address of the college, which is supported",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-college-email-page");
      await page.getByLabel("College email").fill("tara.deshmukh@mitsgwl.ac.in");
      await expect(page.getByText("This email is supported")).toBeVisible();
    },
  },
  {
    route: "/enter-college-email-page",
    state: "empty",
    shows: "Nothing typed yet",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-college-email-page");
      await heading(page, "Your college email");
    },
  },
  {
    route: "/enter-college-email-page",
    state: "error",
    shows: "An address of elsewhere; Continue is off",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-college-email-page");
      await page.getByLabel("College email").fill("tara@gmail.com");
      await page.getByLabel("College email").press("Enter");
      await expect(page.getByText("Please use a valid college email!")).toBeVisible();
    },
  },
  {
    route: "/enter-college-email-page",
    state: "long text",
    shows: "An address longer than the field",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-college-email-page");
      await page.getByLabel("College email").fill(LONG_EMAIL);
      await expect(page.getByText("This email is supported")).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "normal",
    shows: "Where the code went, and its six digits",
    as: "visitor",
    open: async ({ page }) => {
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page");
      await expect(page.getByText("tara.deshmukh@mitsgwl.ac.in")).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "normal",
    detail: "just sent",
    shows: "A newcomer's third step; when another code can be asked for",
    as: "visitor",
    open: async ({ page }) => {
      await page.addInitScript(() => {
        const sent = {
          codeSentTo: "tara.deshmukh@mitsgwl.ac.in",
          codeSentAt: Date.now() + 60_000,
          isNewUser: true,
        };
        sessionStorage.setItem("signUp", JSON.stringify(sent));
      });
      await page.goto("/verification-page");
      await press(page, "Resend code");
      await expect(page.getByText(/You can ask for another code in 30 seconds\.$/)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "error",
    detail: "too many codes",
    shows: "That the last code still works",
    as: "visitor",
    open: async ({ page }) => {
      const message = "You can ask for another code in 15 minutes.";
      await respondWithError(page, "**/api/auth/send-otp", 429, "rate_limited", message);
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page");
      await press(page, "Resend code");
      await expect(page.getByText(/^Check spam. Your last code still works./)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "error",
    shows: "A wrong code",
    as: "visitor",
    open: async ({ page }) => {
      await respondWithError(
        page,
        "**/api/auth/check-otp",
        400,
        "invalid_otp",
        "Invalid verification code. Please try again.",
      );
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page");
      await page.getByLabel("Verification code").pressSequentially("123456");
      await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "slow network",
    shows: "A spinner in Verify Account",
    as: "visitor",
    open: async ({ page }) => {
      await hang(page, "**/api/auth/check-otp");
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page");
      await page.getByLabel("Verification code").pressSequentially("123456");
      await expect(page.locator("button[aria-busy=true]")).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "long text",
    shows: "An address that takes several lines",
    as: "visitor",
    open: async ({ page }) => {
      await storeCodeSentTo(page, LONG_EMAIL);
      await page.goto("/verification-page");
      await expect(page.getByText(LONG_EMAIL)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "error",
    detail: "expired",
    shows: "A code that is over; a new one is the next press",
    as: "visitor",
    open: async ({ page }) => {
      const message = "This code has expired. Request a new one.";
      await respondWithError(page, "**/api/auth/check-otp", 400, "otp_expired", message);
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page");
      await page.getByLabel("Verification code").pressSequentially("123456");
      await expect(page.getByText(message)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "normal",
    detail: "password",
    shows: "Email and password in place of a code",
    as: "visitor",
    open: async ({ page }) => {
      await storeCodeSentTo(page, "tara.deshmukh@mitsgwl.ac.in");
      await page.goto("/verification-page?with=password");
      await heading(page, "Enter your password");
    },
  },
  {
    route: "/verification-page",
    state: "error",
    detail: "password",
    shows: "A wrong password",
    as: "visitor",
    open: async ({ page }) => {
      const message = "Wrong email or password. Try again, or use a code instead.";
      await respondWithError(page, "**/api/auth/login", 401, "invalid_credential", message);
      await submitPassword(page);
      await expect(page.getByText(message)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "error",
    detail: "too many passwords",
    shows: "When the next password may be tried",
    as: "visitor",
    open: async ({ page }) => {
      const message = "You're doing that too often. Please try again in 15 minutes.";
      await respondWithError(page, "**/api/auth/login", 429, "rate_limited", message);
      await submitPassword(page);
      await expect(page.getByText(message)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "offline",
    detail: "password",
    shows: "That the server can't be reached",
    as: "visitor",
    open: async ({ page }) => {
      await abortRequests(page, "**/api/auth/login");
      await submitPassword(page);
      await expect(page.getByText(/^We can't reach the server/)).toBeVisible();
    },
  },
  {
    route: "/verification-page",
    state: "slow network",
    detail: "password",
    shows: "A spinner in Log in",
    as: "visitor",
    open: async ({ page }) => {
      await hang(page, "**/api/auth/login");
      await submitPassword(page);
      await expect(page.locator("button[aria-busy=true]")).toBeVisible();
    },
  },
  {
    route: "/enter-name-page",
    state: "normal",
    shows: "First and last name",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/enter-name-page");
      await heading(page, "What's your name?");
    },
  },
  {
    route: "/enter-name-page",
    state: "error",
    shows: "Both are missing",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/enter-name-page");
      await press(page, "NEXT");
      await expect(page.getByText("Please enter your last name.")).toBeVisible();
    },
  },
  {
    route: "/enter-name-page",
    state: "offline",
    shows: "That the name could not be saved",
    as: "unnamed",
    open: async ({ page }) => {
      await abortRequests(page, "**/api/users/*");
      await page.goto("/enter-name-page");
      await page.getByLabel("First name").fill(LONG_NAME.slice(0, 50));
      await page.getByLabel("Last name").fill("Rao");
      await press(page, "NEXT");
      await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
    },
  },
  {
    route: "/enter-student-id",
    state: "normal",
    shows: "The College ID",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/enter-student-id");
      await heading(page, "Your College ID");
    },
  },
  {
    route: "/enter-student-id",
    state: "error",
    shows: "It is missing",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/enter-student-id");
      await press(page, "Continue");
      await expect(page.getByText("Please enter your College ID.")).toBeVisible();
    },
  },
  {
    route: "/enter-password-page",
    state: "normal",
    shows: "A password, twice, and how strong it is",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-password-page");
      await page.getByRole("textbox", { name: "Password", exact: true }).fill("golden hour 7");
      await page.getByRole("textbox", { name: "Confirm password" }).fill("golden hour 7");
      await expect(page.getByText("Passwords match")).toBeVisible();
    },
  },
  {
    route: "/enter-password-page",
    state: "error",
    shows: "Passwords do not match.",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/enter-password-page?again");
      await page.getByRole("textbox", { name: "Password", exact: true }).fill("golden hour 7");
      await page.getByRole("textbox", { name: "Confirm password" }).fill("golden");
      await press(page, "Continue");
      await expect(page.getByText("Passwords do not match.")).toBeVisible();
    },
  },
  {
    route: "/add-profile-picture-page",
    state: "normal",
    shows: "A picture, moved and zoomed in its frame",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/add-profile-picture-page");
      await page.getByLabel("Profile picture").setInputFiles(await photo(200, 1600, 1000));
      await expect(page.getByRole("slider", { name: "Zoom" })).toBeVisible();
    },
  },
  {
    route: "/add-profile-picture-page",
    state: "empty",
    shows: "No picture chosen",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/add-profile-picture-page");
      await heading(page, "Add a profile picture");
    },
  },
  {
    route: "/add-profile-picture-page",
    state: "error",
    shows: "Please choose an image first",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/add-profile-picture-page");
      const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
      await page.getByLabel("Profile picture").setInputFiles(notes);
      await expect(page.getByText("Please choose an image first")).toBeVisible();
    },
  },
  {
    route: "/creating-profile-page",
    state: "loading",
    shows: "The spinner while the account is made",
    as: "newcomer",
    open: async ({ page, fixtures }) => {
      await hang(page, "**/api/auth/register");
      await storeDraft(page, (await fixtures.actor("newcomer")).email);
      await page.goto("/creating-profile-page");
      await heading(page, "Creating your profile");
    },
  },
  {
    route: "/creating-profile-page",
    state: "error",
    shows: "Registering failed",
    as: "newcomer",
    open: async ({ page, fixtures }) => {
      await respondWithError(page, "**/api/auth/register");
      await storeDraft(page, (await fixtures.actor("newcomer")).email);
      await page.goto("/creating-profile-page");
      await heading(page, "Something went wrong");
    },
  },
  {
    route: "/creating-profile-page",
    state: "error",
    detail: "incomplete",
    shows: "What is missing still",
    as: "unnamed",
    open: async ({ page }) => {
      await page.goto("/creating-profile-page");
      await expect(page.getByText("Please complete the following fields:")).toBeVisible();
    },
  },
  {
    route: "/account-creation-complete-page",
    state: "normal",
    shows: "The good news, for three seconds",
    as: "newcomer",
    open: async ({ page }) => {
      // The page redirects after three seconds; a hanging request holds it.
      await hang(page, "**/onboarding-guide-page*");
      await page.goto("/account-creation-complete-page");
      await heading(page, /^You're in/);
    },
  },
  ...([1, 2, 3] as const).map(
    (slide): Screen => ({
      route: "/onboarding-guide-page",
      state: "normal",
      detail: `slide ${slide}`,
      shows:
        ["Connect on Campus", "Network with Alumni & Faculty", "Showcase Your Ideas & Skills"][slide - 1] ??
        "",
      as: "newcomer",
      open: async ({ page }) => {
        await page.goto("/onboarding-guide-page");
        await page.getByRole("button", { name: new RegExp(`^Slide ${slide}:`) }).click();
        const shown = page.locator("[aria-roledescription=slide]:not([inert])");
        await expect(shown).toHaveAttribute("aria-label", `Slide ${slide} of 3`);
        await expect(shown).toBeInViewport({ ratio: 0.99 });
      },
    }),
  ),
  {
    route: "/testregister",
    state: "normal",
    shows: "Registration on one page",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/testregister");
      await heading(page, "Create your account");
    },
  },
  {
    route: "/testregister",
    state: "error",
    shows: "The list of what is missing",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/testregister");
      await press(page, "Create account");
      await expect(page.getByText("Please complete the following fields:")).toBeVisible();
    },
  },
  {
    route: "/testregister",
    state: "error",
    detail: "not sent",
    shows: "The account is made, and its code could not be sent: only the email can be changed",
    as: "visitor",
    open: async ({ page }) => {
      await respondWithError(page, "**/api/auth/send-otp", 502);
      await page.goto("/testregister");
      await page.getByLabel("Name", { exact: true }).fill("Tara Deshmukh");
      await page.getByLabel("Email").fill(freshEmail());
      await chooseCollege(page);
      await page.getByLabel("Password", { exact: true }).fill("golden hour 7");
      await press(page, "Create account");
      await expect(page.getByText("Your account is created with these details.")).toBeVisible();
    },
  },
  {
    route: "/docs/api",
    state: "normal",
    shows: "Every call of the API, one unfolded (not in production)",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/docs/api");
      await page.getByText(/^post \/posts\/\{postId\}\/like$/i).click();
      await expect(page.getByText(/^like: .* counted per member$/).filter({ visible: true })).toHaveCount(1);
    },
  },
  {
    route: "/dev/outbox",
    state: "normal",
    shows: "A mail and its code (embedded mode only)",
    as: "visitor",
    open: async ({ page }) => {
      const email = freshEmail();
      await page.request.post("/api/auth/register", { data: { email, collegeName: "MITS" } });
      await page.request.post("/api/auth/send-otp", { data: { email } });
      await codeFor(page.request, email);
      await page.goto(`/dev/outbox?to=${email}`);
      await expect(page.getByRole("list", { name: /^Mails/ })).toBeVisible();
    },
  },
  {
    route: "/dev/outbox",
    state: "empty",
    shows: "No mail to this address",
    as: "visitor",
    open: async ({ page }) => {
      await page.goto("/dev/outbox?to=unknown@mitsgwl.ac.in");
      await expect(page.getByText("No mail to this address")).toBeVisible();
    },
  },
  {
    route: "/dev/outbox",
    state: "error",
    shows: "The outbox cannot be read",
    as: "visitor",
    open: async ({ page }) => {
      await respondWithError(page, "**/api/dev/outbox*");
      await page.goto("/dev/outbox");
      await expect(page.getByText("The outbox couldn't be read.")).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    route: "/dev/outbox/templates",
    state: "normal",
    shows: "Every mail the product sends (embedded mode only)",
    as: "visitor",
    axeExceptions: "all",
    open: async ({ page }) => {
      await page.goto("/dev/outbox/templates");
      await expect(page.locator("iframe").first()).toBeVisible();
    },
  },
];
