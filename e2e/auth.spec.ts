import sharp from "sharp";
import {
  chooseCollege,
  enterCode,
  enterName,
  expectUsable,
  readGuide,
  storageOf,
  test,
  verifyEmail,
} from "./auth";
import { publish } from "./feed";
import {
  bearer,
  clearCookies,
  codeFor,
  expect,
  expectNoSidewaysScroll,
  freshEmail,
  hydrated,
  mailsTo,
  makePerson,
  photo,
  signIn,
} from "./fixtures";
import { fakeGoogle } from "./google";

/** Signing up and in by email (docs/product.md, Signing in and Signing up). */

test.beforeEach(({ context }) => fakeGoogle(context, "closed"));

test("a newcomer signs up with a College ID and a picture, and can go back at every step", async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await verifyEmail(page, request, email);
  await enterName(page, "Tara", "Deshmukh");

  await test.step("going back loses nothing", async () => {
    await expect(page).toHaveURL(/\/enter-student-id$/);
    await page.getByLabel("College ID").fill("0901CS2310");
    await page.goBack();
    await expect(page).toHaveURL(/\/enter-name-page$/);
    await expect(page.getByLabel("First name")).toHaveValue("Tara");
    await page.getByLabel("Last name").fill("Deshpande");
    await page.getByRole("button", { name: "NEXT" }).click();
    await expect(page.getByLabel("College ID")).toHaveValue("0901CS2310");
    await page.reload();
    await expect(page.getByLabel("College ID")).toHaveValue("0901CS2310");
    await page.getByLabel("College ID").fill("0901CS231042");
    await page.getByRole("button", { name: "Continue" }).click();
  });

  let welcomed = Promise.resolve(0);
  await test.step("a picture is cropped and scaled down before the upload", async () => {
    await expect(page).toHaveURL(/\/add-profile-picture-page$/);
    await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
    await page.getByLabel("Profile picture").setInputFiles(await photo(200, 1600, 1000));
    await expect(page.getByRole("group", { name: /^Picture/ })).toBeVisible();
    await page.getByRole("slider", { name: "Zoom" }).fill("2");
    const upload = page.waitForRequest("**/api/upload/avatar");
    welcomed = page.waitForURL(/\/account-creation-complete-page$/).then(() => Date.now());
    await page.getByRole("button", { name: "Continue" }).click();
    const sent = (await upload).postDataBuffer() ?? Buffer.alloc(0);
    expect(sent.toString("latin1")).toContain("Content-Type: image/jpeg");
    const start = sent.indexOf(Buffer.from([0xff, 0xd8, 0xff]));
    const { width, height, format } = await sharp(sent.subarray(start)).metadata();
    expect({ width, height, format }).toEqual({ width: 500, height: 500, format: "jpeg" });
  });

  await test.step("the account is created, and the guide starts after three seconds", async () => {
    await expect(page).toHaveURL(/\/account-creation-complete-page$/);
    await expect(page.getByRole("heading", { name: "You're in, Tara!" })).toBeVisible();
    await readGuide(page);
    expect(Date.now() - (await welcomed)).toBeGreaterThan(2_500);
    await expect(page).toHaveURL(/\/mainfeed$/);
  });

  const profile = await page.evaluate(() => JSON.parse(localStorage.getItem("userProfile") ?? "{}"));
  expect(profile).toMatchObject({
    name: "Tara Deshpande",
    collegeName: "MITS",
    collegeId: "0901CS231042",
    email,
  });
  expect(profile.avatar).toMatch(/\/image\/upload\//);
  expect(await page.evaluate(() => localStorage.getItem("userRegisterData"))).toBeNull();

  await page.goBack();
  await expect(page).toHaveURL(/\/mainfeed$/);
});

test("a newcomer chooses a password, which is held in memory only", async ({ page, request }) => {
  const password = "four words and 1 number";
  const email = freshEmail();
  await verifyEmail(page, request, email);
  await enterName(page, "Kabir", "Rao");
  await page.getByRole("link", { name: "I don't have my ID with me" }).click();

  await expect(page).toHaveURL(/\/enter-password-page$/);
  const first = page.getByLabel("Password", { exact: true });
  const second = page.getByLabel("Confirm password", { exact: true });
  await first.fill("short");
  await second.fill("shirt");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Password must be at least 6 characters.")).toBeVisible();
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await first.fill(password);
  await second.fill(password);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/add-profile-picture-page$/);
  expect(await storageOf(page)).not.toContain(password);
  await page.reload();
  await page.getByRole("link", { name: "Skip for now" }).click();
  await expect(page).toHaveURL(/\/enter-password-page\?again=1$/);
  await expect(page.getByText(/Please enter it again/)).toBeVisible();
  await first.fill(password);
  await second.fill(password);
  const registering = page.waitForRequest("**/api/auth/register");
  await page.getByRole("button", { name: "Continue" }).click();
  expect((await registering).postDataJSON()).toMatchObject({
    name: "Kabir Rao",
    collegeName: "MITS",
    password,
  });
  await expect(page).toHaveURL(/\/account-creation-complete-page$/);
  expect(await storageOf(page)).not.toContain(password);
  // The password works at once.
  const reply = await request.post("/api/auth/login", { data: { email, password } });
  expect(reply.status()).toBe(200);
  await readGuide(page);
  await expect(page).toHaveURL(/\/mainfeed$/);
});

test("a newcomer whose app is closed between the steps goes on where they were", async ({
  page,
  context,
  request,
}) => {
  const email = freshEmail();
  const offer = { name: `Continue as ${email[0]}•••@mitsgwl.ac.in` };
  await page.goto("/enter-college-email-page");
  await page.getByLabel("College email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/verification-page$/);
  await page.close();

  const second = await context.newPage();
  await second.goto("/");
  await second.getByRole("button", offer).click();
  await expect(second).toHaveURL(/\/verification-page$/);
  expect(await second.getByRole("main").textContent()).not.toContain(email);
  await enterCode(second, request, email);
  await expect(second).toHaveURL(/\/enter-name-page$/);
  await second.close();

  // Signed in by now: the address is on every step.
  const third = await context.newPage();
  await third.goto("/login-page");
  await third.getByRole("button", { name: `Continue as ${email}` }).click();
  await enterName(third, "Rohan", "Gupta");
  await expect(third).toHaveURL(/\/enter-student-id$/);
  expect(await third.evaluate(() => localStorage.getItem("signUpPlace"))).toBeNull();
});

test("a newcomer can switch accounts at any step after the code", async ({ page, request }) => {
  const email = freshEmail();
  await verifyEmail(page, request, email);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await enterName(page, "Wrong", "Person");
  await expect(page).toHaveURL(/\/enter-student-id$/);
  await page.getByLabel("College ID").fill("0901CS231042");
  await page.getByRole("button", { name: "Switch Account" }).click();

  await expect(page).toHaveURL(/\/enter-college-email-page$/);
  await expect(page.getByLabel("College email")).toHaveValue("");
  const stored = await storageOf(page);
  for (const trace of [email, "Wrong", "0901CS231042", "accessToken"]) expect(stored).not.toContain(trace);
  await page.goto("/mainfeed");
  await expect(page).toHaveURL(/\/login-page/);

  await verifyEmail(page, request, freshEmail());
  await expect(page.getByLabel("First name")).toHaveValue("");
});

test("the college is chosen in a native select; an unknown one shows what to do @visitor", async ({
  page,
}) => {
  await page.goto("/select-college-page");
  const field = page.getByRole("combobox", { name: "College" });
  await expect(field).toBeFocused();
  await expect(field.locator("option:checked")).toHaveText("College Name");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please select your college.")).toBeVisible();
  await page.getByText("My college isn't here").click();
  await expect(page.getByText("Colleges join Campus Circle one by one.")).toBeVisible();

  await field.selectOption({ label: "Madhav Institute of Technology & Science, Gwalior" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/enter-college-email-page$/);
  await page.goBack();
  await expect(field).toHaveValue("MITS");
});

test("a member sets a password, logs in with it, changes it and removes it", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Dev Patel");
  const settings = () => page.goto("/settings");
  const dialog = page.getByRole("dialog");
  const first = "four words and 1 number";
  const second = "quite another sentence";

  await test.step("sets it after a recent sign-in", async () => {
    await settings();
    await page.getByRole("button", { name: "Set password" }).click();
    await dialog.getByLabel("New password", { exact: true }).fill(first);
    await dialog.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Your password is set.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  });

  const logIn = async (password: string) => {
    await page.goto("/login-page?next=/notify");
    await page.getByLabel("Email").fill(me.email);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("link", { name: "Log in with password instead" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(me.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await test.step("logs in with it, after a wrong one", async () => {
    await clearCookies(context);
    await page.evaluate(() => localStorage.clear());
    await logIn("not this one");
    await expect(page.getByText("Wrong email or password. Try again, or use a code instead.")).toBeVisible();
    await page.getByRole("link", { name: "Use a code instead" }).click();
    await expect(page.getByLabel("Verification code")).toBeVisible();
    await page.getByRole("link", { name: "Log in with password instead" }).click();
    await page.getByLabel("Password", { exact: true }).fill(first);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await expect(page).toHaveURL(/\/notify$/);
  });

  await test.step("changes it, which logs out the other devices and sends a mail", async () => {
    await settings();
    await page.getByRole("button", { name: "Change password" }).click();
    await dialog.getByLabel("Current password", { exact: true }).fill("not this one");
    await dialog.getByLabel("New password", { exact: true }).fill(second);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(dialog.getByText("That isn't your current password.")).toBeVisible();
    await dialog.getByLabel("Current password", { exact: true }).fill(first);
    await dialog.getByRole("button", { name: "Change password" }).click();
    await expect(
      page.getByText("Your password is changed. Your other devices are logged out."),
    ).toBeVisible();
    // It is sent after the answer.
    await expect
      .poll(async () => (await mailsTo(request, me.email))[0]?.subject)
      .toBe("Your password was changed on Campus Circle");
    const before = await request.get("/api/auth/me", { headers: bearer(me) });
    expect(before.status()).toBe(401);
  });

  await test.step("removes it with a code, as when it is forgotten", async () => {
    await page.getByRole("button", { name: "Remove password" }).click();
    await dialog.getByRole("button", { name: "Use a code instead" }).click();
    // The field appears once the code is sent. Before that the outbox holds only an older code.
    await expect(dialog.getByLabel("Verification code")).toBeFocused();
    await dialog.getByLabel("Verification code").fill(await codeFor(request, me.email));
    await expectUsable(page);
    await dialog.getByRole("button", { name: "Remove password" }).click();
    await expect(page.getByText(/^Your password is removed/)).toBeVisible();
    const reply = await request.post("/api/auth/login", { data: { email: me.email, password: second } });
    expect(reply.status()).toBe(401);
  });
});

test("a newcomer registers on a single page", async ({ page, request }) => {
  const email = freshEmail();
  await page.goto("/testregister");
  await page.getByRole("button", { name: "Create account" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Please complete the following fields:" });
  await expect(alert.getByRole("listitem")).toHaveText(["Name", "Email", "College Name", "Password"]);
  await page.getByLabel("Name", { exact: true }).fill("Meera Joshi");
  await page.getByLabel("Email").fill(email);
  await chooseCollege(page);
  await page.getByLabel("Password", { exact: true }).fill("four words and 1 number");
  await page.getByRole("button", { name: "Create account" }).click();
  await enterCode(page, request, email);

  await expect(page).toHaveURL(/\/add-profile-picture-page$/);
  const registering = page.waitForRequest("**/api/auth/register");
  await page.getByRole("link", { name: "Skip for now" }).click();
  expect((await registering).postDataJSON()).toMatchObject({ password: "four words and 1 number" });
  await readGuide(page);
  await expect(page).toHaveURL(/\/mainfeed$/);

  await clearCookies(page.context());
  await page.evaluate(() => localStorage.clear());
  await page.goto("/testregister");
  await page.getByLabel("Name", { exact: true }).fill("Someone Else");
  await page.getByLabel("Email").fill(email);
  await chooseCollege(page);
  await page.getByLabel("Password", { exact: true }).fill("another one");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This email is already registered. Please log in instead.")).toBeVisible();
});

test("a member logs in with a code, after a wrong code, a resent code and a switched account", async ({
  page,
  request,
}) => {
  const member = await makePerson(request, "Ishita Verma");
  await page.goto("/search-users?q=verma");
  await expect(page).toHaveURL("/login-page?next=%2Fsearch-users%3Fq%3Dverma");

  await page.getByLabel("Email").fill("ishita");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await page.getByLabel("Email").fill(freshEmail());
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("No user found with this email. Please create a new account.")).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();

  await expect(page).toHaveURL(/\/verification-page$/);
  await page.getByLabel("Verification code").pressSequentially("000000");
  await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Resend code" }).click();
  await expect(page.getByText("OTP has been resent to your email!")).toBeVisible();
  await expectUsable(page);

  await page.getByRole("link", { name: "Switch Account" }).click();
  await expect(page).toHaveURL(/\/enter-college-email-page$/);
  await expect(page.getByLabel("College email")).toHaveValue(member.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await enterCode(page, request, member.email);
  await expect(page).toHaveURL("/search-users?q=verma");
  await expect(page.getByRole("link", { name: /Ishita Verma/ }).first()).toBeVisible();
});

test("visitors are redirected to the right page", async ({ page, context, request }) => {
  await test.step("a shared link shows a card of the app and nothing of the post", async () => {
    await page.goto("/post/00000000-0000-4000-8000-000000000000");
    await expect(page.getByText("A classmate shared a post with you. Log in to see it.")).toBeVisible();
    const card = page.locator("meta[property='og:image']");
    await expect(card).toHaveAttribute("content", /\/opengraph-image\?/);
    const picture = new URL((await card.getAttribute("content")) ?? "").pathname;
    expect((await request.get(picture)).headers()["content-type"]).toBe("image/png");
  });
  for (const path of ["/mainfeed", "/enter-name-page"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login-page/);
  }
  await page.goto("/verification-page");
  await expect(page).toHaveURL(/\/login-page$/);

  await verifyEmail(page, request, freshEmail());
  await expect(page).toHaveURL(/\/enter-name-page$/);
  await page.goto("/mainfeed");
  await expect(page).toHaveURL(/\/enter-name-page$/);
  await page.goto("/creating-profile-page");
  await expect(page.getByText("Please complete the following fields:")).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText(["Name"]);

  await clearCookies(context);
  await page.evaluate(() => localStorage.clear());
  const otherTab = await context.newPage();
  await otherTab.goto("/login-page?next=/notify");
  await signIn(context, "Ananya Singh");
  await page.goto("/login-page");
  await expect(page).toHaveURL(/\/mainfeed$/);
  // No one but members gets this page, so it has no card.
  await page.reload();
  await expect(page.locator("meta[property^='og:'], meta[name^='twitter:']")).toHaveCount(0);
  // The other tab checks the stored profile once a second.
  await expect(otherTab).toHaveURL(/\/notify$/);
  await page.goto("/login-page?next=//evil.example");
  await expect(page).toHaveURL(/\/mainfeed$/);
});

test("after a session has ended, signing in leads back to the same page", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Dev Patel");
  await page.goto("/search-users?q=dev");
  const search = page.getByRole("main").locator("input[type=search]");
  await expect(search).toHaveValue("dev");
  await request.post("/api/auth/logout", { data: { refreshToken: me.refreshToken } });
  // The server may remember a session for a second.
  await expect
    .poll(async () => (await request.get("/api/auth/me", { headers: bearer(me) })).status())
    .toBe(401);
  await search.fill("dev patel");
  // The screen shows this after a failed call, the shell when the live stream ends first: one of
  // them, or both. The second to fail does not wait for the logout that the first one sends.
  await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
  const sessionCookies = async () =>
    (await context.cookies()).filter(({ name }) => name.includes("session-token"));
  await expect.poll(sessionCookies).toEqual([]);

  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login-page\?next=%2Fsearch-users%3Fq%3Ddev/);
  // The typed query may or may not have reached the address before the session ended.
  const work = new URL(page.url()).searchParams.get("next") ?? "";
  await hydrated(page);
  await expect(page.getByText("You were signed out on this device.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(me.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await enterCode(page, request, me.email);
  await expect(page).toHaveURL(work);
  await expect(page.getByText("Session expired. Please log in again.")).toHaveCount(0);
});

test("developers can preview every mail", async ({ page }) => {
  await page.goto("/dev/outbox");
  await page.getByRole("link", { name: "How mails look" }).click();
  await expect(page.getByRole("heading", { name: "One-time code" })).toBeVisible();
  const mail = page.getByTitle("One-time code as HTML");
  await expect(mail).toBeVisible();
  await expect(mail).toHaveAttribute("srcdoc", /042137/);
  // No axe here: it injects scripts into frames, and the browser logs an error because a mail's
  // frame allows none.
  await expectNoSidewaysScroll(page);
});

test("a link to a comment survives signing in, and Back from another site", async ({ page, request }) => {
  const author = await makePerson(request, "Meera Author");
  const postId = await publish(request, author, "Where is it?");
  const answer = await request.post(`/api/posts/${postId}/comments`, {
    headers: bearer(author),
    data: { content: "Here it is" },
  });
  const link = `/post/${postId}#comment-${(await answer.json()).comment._id}`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/login-page\?next=/);
  await hydrated(page);
  await page.getByLabel("Email").fill(author.email);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await enterCode(page, request, author.email);
  await expect(page).toHaveURL(link);
  await expect(page.getByRole("listitem").filter({ hasText: "Here it is" })).toBeFocused();
  // A browser that does not have the page in memory any more asks for it again.
  await page.goto("data:text/html,elsewhere");
  await page.goBack();
  await expect(page).toHaveURL(link);
});
