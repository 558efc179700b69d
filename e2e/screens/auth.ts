import { expect, type Page } from "playwright/test";
import { chooseCollege } from "../auth";
import { codeFor, freshEmail, photo } from "../fixtures";
import { LONG_NAME } from "./fixtures";
import { abortRequests, hang, respondWithError } from "./network";
import { type Screen, screensOf, visit } from "./screen";

/** The screens of signing in and up. */

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const LONG_EMAIL = `${"a.very.long.address.".repeat(5)}x@mitsgwl.ac.in`;

const TARA = "tara.deshmukh@mitsgwl.ac.in";

/** Opens the verification page in the state after a code was sent. */
async function openVerification(page: Page, email = TARA, query = ""): Promise<void> {
  await page.addInitScript((address) => {
    sessionStorage.setItem("signUp", JSON.stringify({ codeSentTo: address }));
  }, email);
  await page.goto(`/verification-page${query}`);
}

/** Puts the browser into the state of a sign-up under way. */
const storeDraft = (page: Page, email: string) =>
  page.addInitScript((address) => {
    localStorage.setItem("userRegisterData", JSON.stringify({ email: address }));
  }, email);

/** Submits a password on the verification page. */
async function submitPassword(page: Page): Promise<void> {
  await openVerification(page, TARA, "?with=password");
  await page.getByLabel("Password", { exact: true }).fill("golden hour 7");
  await press(page, "Log in");
}

async function typeEmail(page: Page, email: string): Promise<void> {
  await page.goto("/login-page");
  await page.getByLabel("Email").fill(email);
  await press(page, "Next");
}

export const AUTH_SCREENS: Screen[] = [
  ...screensOf("/login-page", "visitor", [
    {
      shows: "An email, Google (off and below without a client id), or a new account",
      open: visit("/login-page", (page) => heading(page, "Welcome")),
    },
    {
      detail: "returning",
      shows: "Where someone has signed in before",
      open: async ({ page }) => {
        await page.goto("/login-page");
        await page.context().addCookies([{ name: "returning", value: "1", url: page.url() }]);
        await page.reload();
        await expect(heading(page, "Welcome back")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "not an email",
      shows: "Please enter a valid email address.",
      open: async ({ page }) => {
        await typeEmail(page, "aarav");
        await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "unknown",
      shows: "No user found with this email",
      open: async ({ page }) => {
        await typeEmail(page, "unknown@mitsgwl.ac.in");
        await expect(page.getByText(/^No user found/)).toBeVisible();
      },
    },
    {
      state: "slow network",
      shows: "A spinner in Next while the code is on its way",
      open: async ({ page }) => {
        await hang(page, "**/api/auth/send-otp");
        await typeEmail(page, "aarav.sharma@mitsgwl.ac.in");
        await expect(page.locator("button[aria-busy=true]")).toBeVisible();
      },
    },
    {
      state: "offline",
      shows: "That the code could not be sent",
      open: async ({ page }) => {
        await abortRequests(page, "**/api/auth/send-otp");
        await typeEmail(page, "aarav.sharma@mitsgwl.ac.in");
        await expect(page.getByRole("alert").filter({ hasText: "went wrong" })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/select-college-page", "visitor", [
    {
      shows: "A select in which nothing is chosen yet",
      open: visit("/select-college-page", (page) => heading(page, "Find your campus")),
    },
    {
      state: "long text",
      shows: "The college's full name in the field",
      open: async ({ page }) => {
        await page.goto("/select-college-page");
        await chooseCollege(page);
      },
    },
    {
      detail: "missing",
      shows: "What to do when one's college is not there",
      open: async ({ page }) => {
        await page.goto("/select-college-page");
        await page.getByText("My college isn't here").click();
        await expect(page.getByText("Colleges join Campus Circle one by one.")).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "Please select your college.",
      open: async ({ page }) => {
        await page.goto("/select-college-page");
        await press(page, "Continue");
        await expect(page.getByText("Please select your college.")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/enter-college-email-page", "visitor", [
    {
      shows: "An address of the college, which is supported",
      open: async ({ page }) => {
        await page.goto("/enter-college-email-page");
        await page.getByLabel("College email").fill(TARA);
        await expect(page.getByText("This email is supported")).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "Nothing typed yet",
      open: visit("/enter-college-email-page", (page) => heading(page, "Your college email")),
    },
    {
      state: "error",
      shows: "An address of elsewhere; Continue is off",
      open: async ({ page }) => {
        await page.goto("/enter-college-email-page");
        await page.getByLabel("College email").fill("tara@gmail.com");
        await page.getByLabel("College email").press("Enter");
        await expect(page.getByText("Please use a valid college email!")).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "An address longer than the field",
      open: async ({ page }) => {
        await page.goto("/enter-college-email-page");
        await page.getByLabel("College email").fill(LONG_EMAIL);
        await expect(page.getByText("This email is supported")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/verification-page", "visitor", [
    {
      shows: "Where the code went, and its six digits",
      open: async ({ page }) => {
        await openVerification(page);
        await expect(page.getByText(TARA)).toBeVisible();
      },
    },
    {
      detail: "sent again",
      shows: "A newcomer's third step; that another code is on its way",
      open: async ({ page }) => {
        await page.route("**/api/auth/send-otp", (route) => route.fulfill({ json: { message: "OTP sent" } }));
        await page.addInitScript(() => {
          const sent = { codeSentTo: "tara.deshmukh@mitsgwl.ac.in", isNewUser: true };
          sessionStorage.setItem("signUp", JSON.stringify(sent));
        });
        await page.goto("/verification-page");
        await press(page, "Resend code");
        await expect(page.getByText("OTP has been resent to your email!")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "too many codes",
      shows: "That the last code still works",
      open: async ({ page }) => {
        const message = "You can ask for another code in 15 minutes.";
        await respondWithError(page, "**/api/auth/send-otp", 429, "rate_limited", message);
        await openVerification(page);
        await press(page, "Resend code");
        await expect(page.getByText(/^Check spam. Your last code still works./)).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "A wrong code",
      open: async ({ page }) => {
        await respondWithError(
          page,
          "**/api/auth/check-otp",
          400,
          "invalid_otp",
          "Invalid verification code. Please try again.",
        );
        await openVerification(page);
        await page.getByLabel("Verification code").pressSequentially("123456");
        await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();
      },
    },
    {
      state: "slow network",
      shows: "A spinner in Verify Account",
      open: async ({ page }) => {
        await hang(page, "**/api/auth/check-otp");
        await openVerification(page);
        await page.getByLabel("Verification code").pressSequentially("123456");
        await expect(page.locator("button[aria-busy=true]")).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "An address that takes several lines",
      open: async ({ page }) => {
        await openVerification(page, LONG_EMAIL);
        await expect(page.getByText(LONG_EMAIL)).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "expired",
      shows: "A code that is over; a new one is the next press",
      open: async ({ page }) => {
        const message = "This code has expired. Request a new one.";
        await respondWithError(page, "**/api/auth/check-otp", 400, "otp_expired", message);
        await openVerification(page);
        await page.getByLabel("Verification code").pressSequentially("123456");
        await expect(page.getByText(message)).toBeVisible();
      },
    },
    {
      detail: "password",
      shows: "Email and password in place of a code",
      open: async ({ page }) => {
        await openVerification(page, TARA, "?with=password");
        await expect(heading(page, "Enter your password")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "password",
      shows: "A wrong password",
      open: async ({ page }) => {
        const message = "Wrong email or password. Try again, or use a code instead.";
        await respondWithError(page, "**/api/auth/login", 401, "invalid_credential", message);
        await submitPassword(page);
        await expect(page.getByText(message)).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "too many passwords",
      shows: "When the next password may be tried",
      open: async ({ page }) => {
        const message = "You're doing that too often. Please try again in 15 minutes.";
        await respondWithError(page, "**/api/auth/login", 429, "rate_limited", message);
        await submitPassword(page);
        await expect(page.getByText(message)).toBeVisible();
      },
    },
    {
      state: "offline",
      detail: "password",
      shows: "That the server can't be reached",
      open: async ({ page }) => {
        await abortRequests(page, "**/api/auth/login");
        await submitPassword(page);
        await expect(page.getByText(/^We can't reach the server/)).toBeVisible();
      },
    },
    {
      state: "slow network",
      detail: "password",
      shows: "A spinner in Log in",
      open: async ({ page }) => {
        await hang(page, "**/api/auth/login");
        await submitPassword(page);
        await expect(page.locator("button[aria-busy=true]")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/enter-name-page", "unnamed", [
    {
      shows: "First and last name",
      open: visit("/enter-name-page", (page) => heading(page, "What's your name?")),
    },
    {
      state: "error",
      shows: "Both are missing",
      open: async ({ page }) => {
        await page.goto("/enter-name-page");
        await press(page, "NEXT");
        await expect(page.getByText("Please enter your last name.")).toBeVisible();
      },
    },
    {
      state: "offline",
      shows: "That the name could not be saved",
      open: async ({ page }) => {
        await abortRequests(page, "**/api/users/*");
        await page.goto("/enter-name-page");
        await page.getByLabel("First name").fill(LONG_NAME.slice(0, 50));
        await page.getByLabel("Last name").fill("Rao");
        await press(page, "NEXT");
        await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/enter-student-id", "unnamed", [
    {
      shows: "The College ID",
      open: visit("/enter-student-id", (page) => heading(page, "Your College ID")),
    },
    {
      detail: "changed",
      shows: "What the number says, being changed",
      open: async ({ page }) => {
        await page.goto("/enter-student-id");
        await page.getByLabel("College ID").fill("0901CS231004");
        await press(page, "Change");
        await expect(page.getByLabel("Department")).toBeFocused();
      },
    },
    {
      state: "error",
      detail: "teacher",
      shows: "A teacher without a department",
      open: async ({ page }) => {
        await page.goto("/enter-student-id");
        await page.getByLabel("College ID").fill("EMP 1042");
        await page.getByRole("checkbox", { name: "I teach or work here" }).check();
        await press(page, "Continue");
        await expect(page.getByText("Please choose your department.")).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "It is missing",
      open: async ({ page }) => {
        await page.goto("/enter-student-id");
        await press(page, "Continue");
        await expect(page.getByText("Please enter your College ID.")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/enter-password-page", "visitor", [
    {
      detail: "guessable",
      shows: "That a guessable password will not log one in",
      open: async ({ page }) => {
        await page.goto("/enter-password-page");
        await page.getByRole("textbox", { name: "Password", exact: true }).fill("password1");
        await expect(page.getByText(/^Weak: it is easy to guess/)).toBeVisible();
      },
    },
    {
      shows: "A password, twice, and how strong it is",
      open: async ({ page }) => {
        await page.goto("/enter-password-page");
        await page.getByRole("textbox", { name: "Password", exact: true }).fill("golden hour 7");
        await page.getByRole("textbox", { name: "Confirm password" }).fill("golden hour 7");
        await expect(page.getByText("Passwords match")).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "Passwords do not match.",
      open: async ({ page }) => {
        await page.goto("/enter-password-page?again");
        await page.getByRole("textbox", { name: "Password", exact: true }).fill("golden hour 7");
        await page.getByRole("textbox", { name: "Confirm password" }).fill("golden");
        await press(page, "Continue");
        await expect(page.getByText("Passwords do not match.")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/add-profile-picture-page", "unnamed", [
    {
      shows: "A picture, moved and zoomed in its frame",
      open: async ({ page }) => {
        await page.goto("/add-profile-picture-page");
        await page.getByLabel("Profile picture").setInputFiles(await photo(200, 1600, 1000));
        await expect(page.getByRole("slider", { name: "Zoom" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "No picture chosen",
      open: visit("/add-profile-picture-page", (page) => heading(page, "Add a profile picture")),
    },
    {
      state: "error",
      shows: "Please choose an image first",
      open: async ({ page }) => {
        await page.goto("/add-profile-picture-page");
        const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") };
        await page.getByLabel("Profile picture").setInputFiles(notes);
        await expect(page.getByText("Please choose an image first")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/creating-profile-page", "newcomer", [
    {
      state: "loading",
      shows: "The spinner while the account is made",
      open: async ({ page, fixtures }) => {
        await hang(page, "**/api/auth/register");
        await storeDraft(page, (await fixtures.actor("newcomer")).email);
        await page.goto("/creating-profile-page");
        await expect(heading(page, "Creating your profile")).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "Registering failed",
      open: async ({ page, fixtures }) => {
        await respondWithError(page, "**/api/auth/register");
        await storeDraft(page, (await fixtures.actor("newcomer")).email);
        await page.goto("/creating-profile-page");
        await expect(heading(page, "Something went wrong")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "incomplete",
      shows: "What is missing still",
      as: "unnamed",
      open: visit("/creating-profile-page", (page) =>
        page.getByText("Please complete the following fields:"),
      ),
    },
  ]),
  ...screensOf("/account-creation-complete-page", "newcomer", [
    {
      shows: "The good news, for three seconds",
      open: async ({ page }) => {
        // The page redirects after three seconds; a hanging request holds it.
        await hang(page, "**/onboarding-guide-page*");
        // Members who have not just registered are led to the feed.
        await page.addInitScript(() =>
          sessionStorage.setItem("signUp", JSON.stringify({ finished: true, guideSeen: false })),
        );
        await page.goto("/account-creation-complete-page");
        await expect(heading(page, /^You're in/)).toBeVisible();
      },
    },
  ]),
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
  ...screensOf("/testregister", "visitor", [
    {
      shows: "Registration on one page",
      open: visit("/testregister", (page) => heading(page, "Create your account")),
    },
    {
      state: "error",
      shows: "The list of what is missing",
      open: async ({ page }) => {
        await page.goto("/testregister");
        await press(page, "Create account");
        await expect(page.getByText("Please complete the following fields:")).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "not sent",
      shows: "The account is made, and its code could not be sent: only the email can be changed",
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
  ]),
  ...screensOf("/docs/api", "visitor", [
    {
      shows: "Every call of the API, one unfolded (not in production)",
      open: async ({ page }) => {
        await page.goto("/docs/api");
        await page.getByText(/^post \/posts\/\{postId\}\/like$/i).click();
        await expect(page.getByText(/^like: .* counted per member$/).filter({ visible: true })).toHaveCount(
          1,
        );
      },
    },
  ]),
  ...screensOf("/dev/outbox", "visitor", [
    {
      shows: "A mail and its code (embedded mode only)",
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
      state: "empty",
      shows: "No mail to this address",
      open: visit("/dev/outbox?to=unknown@mitsgwl.ac.in", (page) =>
        page.getByText("No mail to this address"),
      ),
    },
    {
      state: "error",
      shows: "The outbox cannot be read",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/dev/outbox*");
        await page.goto("/dev/outbox");
        await expect(page.getByText("The outbox couldn't be read.")).toBeVisible({ timeout: 20_000 });
      },
    },
  ]),
  ...screensOf("/dev/outbox/templates", "visitor", [
    {
      shows: "Every mail the product sends (embedded mode only)",
      axeExceptions: "all",
      open: visit("/dev/outbox/templates", (page) => page.locator("iframe").first()),
    },
  ]),
];
