import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import sharp from "sharp";

// The product as its specification describes it, from outside: the screens with the words that the
// specification fixes, and the calls as it lists them. Nothing here knows how the product is built,
// so these journeys share no helpers with the others.

const COLLEGE = "MITS";
const COLLEGE_NAME = "Madhav Institute of Technology & Science, Gwalior";
const DOMAIN = "@mitsgwl.ac.in";

type Person = {
  _id: string;
  name: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  user: Record<string, unknown>;
};

type Notification = { _id: string; type: string; message: string };
type Made = { notification: Notification };
type Listed = { notifications: Notification[]; totalCount: number };

/** Letters only: a display name loses a leading word that holds a digit. */
function letters(length = 8): string {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("");
}

function newAddress(): string {
  return `spec.${letters(12)}${DOMAIN}`;
}

async function newestCode(request: APIRequestContext, email: string): Promise<string> {
  let code = "";
  const { OUTBOX_PASSWORD } = process.env;
  const headers: Record<string, string> = OUTBOX_PASSWORD ? { "X-Outbox-Password": OUTBOX_PASSWORD } : {};
  await expect(async () => {
    const response = await request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`, { headers });
    const { mails } = (await response.json()) as { mails: { text: string }[] };
    code = /\b\d{6}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 20_000 });
  return code;
}

/** Sends a call with the person's token and returns the body, once the status is as expected. */
async function call<Body>(
  request: APIRequestContext,
  person: Person,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  data?: object,
  status = 200,
): Promise<Body> {
  const response = await request.fetch(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${person.accessToken}` },
    ...(data ? { data } : {}),
  });
  expect(response.status(), `${method} ${path}: ${await response.text()}`).toBe(status);
  return (await response.json()) as Body;
}

/** Registers a person over the calls that the sign-up screens use. */
async function register(request: APIRequestContext, name: string): Promise<Person> {
  const email = newAddress();
  const registered = await request.post("/api/auth/register", { data: { collegeName: COLLEGE, email } });
  expect(registered.status()).toBe(201);
  const sent = await request.post("/api/auth/send-otp", { data: { email } });
  expect(sent.status()).toBe(200);
  const checked = await request.post("/api/auth/check-otp", {
    data: { email, otp: await newestCode(request, email), accessToken: true, collegeName: COLLEGE },
  });
  expect(checked.status(), await checked.text()).toBe(200);
  const session = (await checked.json()) as Person & { user: { _id: string } };
  const person = { ...session, _id: session.user._id, name, email };
  const { user } = await call<{ user: Person["user"] }>(request, person, "PUT", `/users/${person._id}`, {
    name,
    collegeName: COLLEGE,
  });
  expect(user.name).toBe(name);
  return { ...person, user };
}

/**
 * Registers a person and leaves the browser signed in as them: the session of `page.request` is
 * that of the page, and the rest is in local storage under the keys that the specification names.
 */
async function signedIn(page: Page, name: string): Promise<Person> {
  const person = await register(page.request, name);
  await page.goto("/");
  await page.evaluate(({ accessToken, refreshToken, user }) => {
    localStorage.setItem("accessToken", accessToken);
    localStorage.setItem("refreshToken", refreshToken);
    localStorage.setItem("userProfile", JSON.stringify(user));
    localStorage.setItem("user", JSON.stringify(user));
  }, person);
  return person;
}

async function picture(): Promise<Buffer> {
  // Of a colour of its own, so that no two uploads are the same file.
  const channel = () => Math.floor(Math.random() * 256);
  return await sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: { r: channel(), g: channel(), b: channel() },
    },
  })
    .png()
    .toBuffer();
}

async function pictureFile() {
  return { name: "picture.png", mimeType: "image/png", buffer: await picture() };
}

/** Publishes a picture over the calls of the upload, and returns the id of the post. */
async function publish(request: APIRequestContext, person: Person, caption: string): Promise<string> {
  const { uploadUrl, fields } = await call<{ uploadUrl: string; fields: Record<string, string> }>(
    request,
    person,
    "POST",
    "/upload/signature",
    { mediaType: "image" },
  );
  const uploaded = await request.post(uploadUrl, { multipart: { ...fields, file: await pictureFile() } });
  expect(uploaded.status(), await uploaded.text()).toBe(200);
  const { secure_url } = (await uploaded.json()) as { secure_url: string };
  const { post } = await call<{ post: { _id: string } }>(
    request,
    person,
    "POST",
    "/upload/pre-calculated",
    { caption, visibility: "everyone", mediaType: "image", cloudinaryUrl: secure_url },
    201,
  );
  return post._id;
}

test("a student signs up from the splash screen and reaches the feed", async ({ page, isMobile }) => {
  const email = newAddress();

  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/login-page$/);
  await expect(page.getByText("OR", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Create new account" }).click();

  await expect(page).toHaveURL(/\/select-college-page$/);
  await expect(
    page.getByText("Search and select your college to join its exclusive community"),
  ).toBeVisible();
  const college = page.getByPlaceholder("College Name", { exact: true });
  // The one college is chosen beforehand.
  await expect(college).toHaveValue(COLLEGE_NAME);
  await college.fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please select your college.")).toBeVisible();
  await college.click();
  const colleges = page.getByRole("listbox").getByRole("option");
  await expect(colleges).toHaveText([COLLEGE_NAME]);
  await colleges.click();
  await expect(page.locator("select[name=collegeName]")).toHaveValue(COLLEGE);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/enter-college-email-page$/);
  const address = page.getByRole("textbox");
  await address.fill("someone@gmail.com");
  await expect(page.getByText(`Please use your college email (${DOMAIN})`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  // Upper or lower case makes no difference.
  await address.fill(email.toUpperCase());
  await expect(page.getByText("This email is supported")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/verification-page$/);
  const code = page.getByPlaceholder("Enter 6-digit code");
  await expect(code).toHaveAttribute("inputmode", "numeric");
  const right = await newestCode(page.request, email);
  await expect(page.getByRole("button", { name: "Verify Account" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Switch Account" })).toBeVisible();
  // Pressed too early, it says how long to wait, and stays what it is.
  const resend = page.getByRole("button", { name: "Resend code", exact: true });
  await resend.click();
  await expect(page.getByText(/another code in \d/).first()).toBeVisible();
  await expect(resend).toBeEnabled();
  await code.fill("1a2b3");
  await expect(code).toHaveValue("123");
  // The sixth digit sends the code.
  await code.fill(right === "000000" ? "111111" : "000000");
  await expect(page.getByText("Invalid verification code. Please try again.")).toBeVisible();
  await code.fill(right);

  await expect(page).toHaveURL(/\/enter-name-page$/);
  await page.getByRole("button", { name: "NEXT" }).click();
  await expect(page).toHaveURL(/\/enter-name-page$/);
  // The name stays as it is sent.
  await page.getByLabel("First name").fill("test");
  await page.getByLabel("Last name").fill("user");
  await page.getByRole("button", { name: "NEXT" }).click();

  await expect(page).toHaveURL(/\/enter-student-id$/);
  await page.getByLabel("College ID").fill(`0901${letters(8)}`);
  await page.getByRole("radio", { name: "I am 18 or older" }).check();
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page).toHaveURL(/\/add-profile-picture-page$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please choose an image first")).toBeVisible();
  // One project goes on without a picture, the other with one.
  if (isMobile) {
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles(await pictureFile());
    await expect(page.getByRole("button", { name: "Choose another" })).toBeVisible();
    await expect(page.getByText("Please choose an image first")).toBeHidden();
    await page.getByRole("button", { name: "Continue" }).click();
  } else {
    await page.getByRole("link", { name: /^Skip/ }).click();
  }

  await expect(page).toHaveURL(/\/account-creation-complete-page$/);
  await expect(page).toHaveURL(/\/onboarding-guide-page$/);
  await expect(page.getByText("Connect on Campus")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Network with Alumni & Faculty")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Showcase Your Ideas & Skills")).toBeVisible();
  await page.getByRole("button", { name: "Start your Journey" }).click();
  await expect(page).toHaveURL(/\/mainfeed$/);

  const profile = await page.evaluate(() => JSON.parse(localStorage.getItem("userProfile") ?? "{}"));
  expect(profile).toMatchObject({ name: "test user", email, collegeName: COLLEGE, role: "student" });
  await page.goto("/profile");
  await expect(page).toHaveURL(new RegExp(`/profile/${profile._id}$`));
  await expect(page.getByRole("heading", { name: "test user", exact: true })).toBeVisible();
});

test("the calls of a sign-up, a like, a comment and a circle make one notification each", async ({
  request,
}) => {
  const owner = await register(request, "test user");
  const other = await register(request, `Nina ${letters()}`);
  const postId = await publish(request, owner, "Over the calls alone");

  const liked = await call<object>(request, other, "POST", `/posts/${postId}/like`);
  expect(liked).toMatchObject({ isLiked: true, likesCount: 1, likes: [other._id] });
  await call(request, other, "POST", `/posts/${postId}/comments`, { content: "Well seen" }, 201);
  const joined = await call<object>(request, other, "POST", `/users/${owner._id}/follow`);
  expect(joined).toMatchObject({ isInCircle: true });

  const listed = () => call<Listed>(request, owner, "GET", "/notifications");
  const own = await listed();
  expect(own.notifications.map(({ type }) => type).sort()).toEqual(["comment", "follow", "like"]);

  const SAID: Record<string, string> = {
    like: "liked your post",
    comment: "commented on your post",
    follow: "joined your circle",
  };
  // What a client sends by itself after a like, a comment or a joining adds nothing.
  for (const { _id, type } of own.notifications) {
    const again = await call<Made>(request, other, "POST", "/notifications", {
      receiverId: owner._id,
      type,
      message: `${other.name} ${SAID[type]}`,
      ...(type === "follow" ? {} : { postId }),
    });
    expect(again.notification._id).toBe(_id);
  }
  expect((await listed()).totalCount).toBe(3);
});

test("each type of notification can be sent by hand, and a repeat is the earlier one", async ({
  request,
}) => {
  const receiver = await register(request, `Meera ${letters()}`);
  const sender = await register(request, `Nina ${letters()}`);
  const send = (type: string, status: number) =>
    call<Made>(
      request,
      sender,
      "POST",
      "/notifications",
      { receiverId: receiver._id, type, message: `A ${type}` },
      status,
    );

  for (const type of ["like", "comment", "follow"]) {
    const { notification } = await send(type, 201);
    expect(notification).toMatchObject({ type, message: `A ${type}` });
    expect((await send(type, 200)).notification._id).toBe(notification._id);
  }
  const listed = await call<Listed>(request, receiver, "GET", "/notifications");
  expect(listed.notifications.map(({ message }) => message)).toEqual(["A follow", "A comment", "A like"]);
});

test("a post with a picture goes up at once, and is liked, commented, changed and deleted", async ({
  page,
}) => {
  await signedIn(page, `Meera ${letters()}`);
  const start = letters(20);
  const caption = `${start} ${"words ".repeat(21)}the`;
  expect(caption).toHaveLength(150);

  await page.goto("/create-post");
  const main = page.getByRole("main");
  await expect(main.getByRole("textbox")).toBeVisible();
  await expect(main.getByRole("button", { name: "Post", exact: true })).toBeHidden();
  await main
    .locator("input[type=file]")
    .first()
    .setInputFiles(await pictureFile());
  await main.getByRole("textbox").first().fill(`${caption} end`);
  await main.getByRole("button", { name: "Post", exact: true }).click();
  // Nothing asks in between.
  await expect(page.getByText("Post uploaded successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/mainfeed$/);

  const post = page.getByRole("article").filter({ hasText: start });
  await expect(post).toHaveCount(1);
  await expect(post).not.toContainText("the end");
  await post.getByRole("button", { name: "Show more" }).click();
  await expect(post).toContainText(`${caption} end`);
  await post.getByRole("button", { name: "Show less" }).click();
  await expect(post).not.toContainText("the end");

  const liked = page.waitForResponse((response) => /\/posts\/[^/]+\/like$/.test(response.url()));
  await post.getByRole("button", { name: "Like", exact: true }).dblclick();
  expect((await (await liked).json()) as object).toMatchObject({ isLiked: true, likesCount: 1 });
  await expect(post.getByRole("button", { name: "Unlike" })).toBeVisible();
  await expect(post.getByText("1 like", { exact: true })).toBeVisible();
  await page.reload();
  await expect(post.getByRole("button", { name: "Unlike" })).toBeVisible();
  await expect(post.getByText("1 like", { exact: true })).toBeVisible();

  await post.getByRole("button", { name: "Comment" }).click();
  const comment = page.getByRole("textbox", { name: /comment/i });
  await comment.fill("   ");
  await comment.press("Enter");
  await comment.fill("First of all");
  const commented = page.waitForResponse((response) => response.status() === 201);
  await comment.press("Enter");
  await expect(page.getByText("First of all")).toBeVisible();
  await expect(comment).toHaveValue("");
  await commented;
  await page.reload();
  await expect(post.getByRole("button", { name: "Comment, 1 comment" })).toBeVisible();

  // A caption of 150 characters is shown whole.
  await post.getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: "Edit caption" }).click();
  const editor = page.getByRole("dialog");
  await expect(editor.getByText("154 of 2000 characters")).toBeVisible();
  const save = editor.getByRole("button", { name: "Save" });
  await editor.getByRole("textbox", { name: "Caption" }).fill("x".repeat(2001));
  await expect(save).toBeDisabled();
  await editor.getByRole("textbox", { name: "Caption" }).fill(caption);
  await save.click();
  await expect(editor).toBeHidden();
  await expect(post).toContainText(caption);
  await expect(post.getByRole("button", { name: "Show more" })).toBeHidden();

  const confirmation = page.getByRole("alertdialog", { name: "Are you sure you want to delete this post?" });
  await post.getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(post).toBeVisible();
  await post.getByRole("button", { name: "Post options" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await confirmation.getByRole("button", { name: "Delete" }).click();
  await expect(post).toHaveCount(0);
  await deleted;
  await page.reload();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(post).toHaveCount(0);
});

test("notifications are filtered, read and deleted one by one or all at once", async ({
  page,
  request,
  isMobile,
}) => {
  const owner = await signedIn(page, `Meera ${letters()}`);
  const other = await register(request, `Nina ${letters()}`);

  await page.goto("/notify");
  await expect(page.getByText("No notifications", { exact: true })).toBeVisible();
  await expect(page.getByText("You're all caught up! Check back later for new updates.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark All Read" })).toBeHidden();

  const postId = await publish(page.request, owner, "Seen by others");
  await call(request, other, "POST", `/posts/${postId}/like`);
  await call(request, other, "POST", `/posts/${postId}/comment`, { content: "Well seen" }, 201);
  await call(request, other, "POST", `/users/${owner._id}/follow`);
  await page.goto("/notify");

  const main = page.getByRole("main");
  const items = main.getByRole("listitem").filter({ hasText: other.name });
  await expect(items).toHaveCount(3);
  await expect(items.getByText("New", { exact: true })).toHaveCount(3);
  // Looking reads nothing.
  await page.reload();
  await expect(items.getByText("New", { exact: true })).toHaveCount(3);

  const filter = main.getByRole("button", { name: /^Filter/ });
  const choose = async (name: string) => {
    await filter.click();
    await page.getByRole("menu").getByText(name, { exact: true }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(filter).toHaveAccessibleName(`Filter: ${name.replace(" Notifications", "")}`);
  };
  for (const name of ["Likes", "Comments", "Follows"]) {
    await choose(name);
    await expect(items).toHaveCount(1);
    if (isMobile) await expect(main.getByText(`Showing: ${name}`)).toBeVisible();
  }
  await choose("All Notifications");
  await expect(items).toHaveCount(3);

  await items.first().getByRole("button", { name: "Mark as read" }).click();
  await expect(items.getByText("New", { exact: true })).toHaveCount(2);
  await choose("Unread");
  await expect(items).toHaveCount(2);
  await choose("All Notifications");
  await items.last().getByRole("button", { name: "Delete" }).click();
  await expect(items).toHaveCount(2);
  await page.getByRole("button", { name: "Mark All Read" }).click();
  await expect(items.getByText("New", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Mark All Read" })).toBeHidden();
  await choose("Unread");
  await expect(page.getByText("No unread notifications found")).toBeVisible();

  await choose("All Notifications");
  await page.reload();
  await expect(items).toHaveCount(2);
  const left = await call<object>(page.request, owner, "GET", "/notifications");
  expect(left).toMatchObject({ totalCount: 2, totalPages: 1, currentPage: 1, unreadCount: 0 });

  await items.first().getByRole("link", { name: other.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/profile/${other._id}$`));
});

test("the test form sends each of the three types", async ({ page, request }) => {
  await signedIn(page, `Meera ${letters()}`);
  const receiver = await register(request, `Nina ${letters()}`);
  const postId = await publish(request, receiver, "Written to");

  await page.goto("/create-notify");
  const type = page.getByLabel("Type");
  await expect(type).toHaveValue("like");
  for (const name of ["Like", "Comment", "Follow"]) {
    await page.getByLabel("Receiver ID").fill(receiver._id);
    await type.selectOption(name);
    await page.getByLabel("Message").fill(`A ${name} by hand`);
    // It is optional, and needs no like or comment.
    if (name === "Like") await page.getByLabel("Post ID").fill(postId);
    const made = page.waitForResponse((response) => response.url().endsWith("/api/notifications"));
    await page.getByRole("button", { name: "Create Notification" }).click();
    expect((await made).status()).toBe(201);
    await expect(page.getByText("Notification created successfully!")).toBeVisible();
  }
  const { notifications } = await call<{ notifications: { message: string }[] }>(
    request,
    receiver,
    "GET",
    "/notifications",
  );
  expect(notifications.map(({ message }) => message)).toEqual([
    "A Follow by hand",
    "A Comment by hand",
    "A Like by hand",
  ]);
});

test("people are found by name, and their circles joined and left", async ({ page, request }) => {
  const me = await signedIn(page, `Meera ${letters()}`);
  const other = await register(request, `Nina ${letters(12)}`);

  await page.goto("/search-users");
  const search = page
    .getByRole("main")
    .getByRole("combobox")
    .or(page.getByRole("main").getByRole("searchbox"));
  await search.fill(letters(20));
  await expect(page.getByRole("paragraph").filter({ hasText: /^No users found$/ })).toBeVisible();
  await search.fill(other.name);
  await page.getByRole("main").getByRole("link", { name: other.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/profile/${other._id}$`));

  const main = page.getByRole("main");
  await main.getByText("Join Circle", { exact: true }).click();
  await expect(main.getByText("In Circle", { exact: true })).toBeVisible();
  // The button changes before the server has answered.
  await expect(async () => {
    const { user } = await call<{ user: object }>(page.request, me, "GET", `/users/${other._id}`);
    expect(user).toMatchObject({ isFollowing: true, followersCount: 1 });
    expect(user).not.toHaveProperty("email");
  }).toPass();

  await page.goto(`/profile/${crypto.randomUUID()}`);
  await expect(page.getByText("User not found")).toBeVisible();
  await page.goto(`/user/${other._id}`);
  await expect(page).toHaveURL(new RegExp(`/profile/${other._id}$`));
  await expect(page.getByRole("main").getByText("In Circle", { exact: true })).toBeVisible();
});

test("mistakes are answered in the words of the specification", async ({ page, request }) => {
  await page.goto("/login-page");
  const email = page.getByLabel("Email");
  const next = page.getByRole("button", { name: "Next" });
  await email.fill("nobody");
  await next.click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await email.fill(newAddress());
  await next.click();
  await expect(page.getByText("No user found with this email. Please create a new account.")).toBeVisible();

  const { email: taken } = await register(request, `Nina ${letters()}`);
  const registered = await request.post("/api/auth/register", {
    data: { collegeName: COLLEGE, email: taken },
  });
  expect(registered.status()).toBe(409);
  expect(((await registered.json()) as { message: string }).message).toBe(
    "This email is already registered. Please log in instead.",
  );

  // What the server says no to, each in turn, seen by someone who is signed in.
  const me = await signedIn(page, `Meera ${letters()}`);
  const caption = letters(20);
  await publish(page.request, me, caption);
  /** The next write there fails; reading a list at the same address goes on. */
  const failWith = (path: string, status: number, message: string) =>
    page.route(path, async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      await route.fulfill({ status, json: { error: "internal", message } });
      await page.unroute(path);
    });
  await page.goto("/mainfeed");
  const post = page.getByRole("article").filter({ hasText: caption });

  await failWith("**/api/posts/*/like", 500, "Not now");
  await post.getByRole("button", { name: "Like", exact: true }).click();
  await expect(page.getByText("Failed to update like. Please try again.")).toBeVisible();
  await expect(post.getByRole("button", { name: "Like", exact: true })).toBeVisible();

  await post.getByRole("button", { name: "Comment" }).click();
  const comment = page.getByRole("textbox", { name: /comment/i });
  await failWith("**/api/posts/*/comments", 500, "Not now");
  await comment.fill("Lost?");
  await comment.press("Enter");
  await expect(page.getByText("Failed to add comment. Please try again.")).toBeVisible();
  await expect(comment).toHaveValue("Lost?");

  await page.goto("/create-post");
  const main = page.getByRole("main");
  await main.getByRole("textbox").first().fill("Words alone");
  await main.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByText("Please select a media file.")).toBeVisible();
  await main
    .locator("input[type=file]")
    .first()
    .setInputFiles(await pictureFile());
  await failWith("**/api/upload/pre-calculated", 400, "The dog ate it.");
  await main.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByText("Upload failed: The dog ate it.").first()).toBeVisible();

  // The session ended elsewhere: the tokens are removed, and the screen says so.
  await page.evaluate(() => {
    localStorage.setItem("accessToken", "gone");
    localStorage.setItem("refreshToken", "gone");
  });
  await page.goto("/mainfeed");
  await expect(page.getByText("Session expired. Please log in again.").first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});

test("the theme is switched at every width, and stays @desktop", async ({ page }) => {
  const html = page.locator("html");
  const toggle = page.getByRole("button", { name: /^Switch to (dark|light) theme$/ });
  const background = () => html.evaluate(() => getComputedStyle(document.body).backgroundColor);
  // That each screen has the one toggle, at both sizes, is in screens.spec.ts.
  const themed = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    await expect(toggle).toHaveCount(1);
    await expect(toggle).toHaveAccessibleName("Switch to dark theme");
    const light = await background();
    await toggle.click();
    await expect(toggle).toHaveAccessibleName("Switch to light theme");
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
    await expect.poll(background).not.toBe(light);
    await page.reload();
    await expect(toggle).toHaveAccessibleName("Switch to light theme");
    await toggle.click();
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
    await expect.poll(background).toBe(light);
  };
  await themed("/", 390);
  await themed("/login-page", 1280);
  await signedIn(page, `Meera ${letters()}`);
  for (const width of [390, 800, 1280]) await themed("/mainfeed", width);
});

test("the sidebar stands 16rem wide beside the screens from 768 pixels on @desktop", async ({ page }) => {
  await signedIn(page, `Meera ${letters()}`);
  await page.setViewportSize({ width: 800, height: 844 });
  await page.goto("/mainfeed");
  const links = page.getByRole("navigation", { name: "Main" });
  for (const name of ["Home", "Explore", "Notifications", "Profile", "Settings"]) {
    await expect(links.getByRole("link", { name }).first()).toBeVisible();
  }
  await expect(page.getByText("Connect • Share • Discover")).toBeVisible();
  const sidebar = page.locator("header, aside, nav").filter({ has: links });
  await expect.poll(async () => (await sidebar.first().boundingBox())?.width).toBe(256);
});

test("the sidebar slides over three quarters of a phone, and closes by the backdrop @phone", async ({
  page,
}) => {
  await signedIn(page, `Meera ${letters()}`);
  await page.goto("/mainfeed");
  const sidebar = page.getByRole("dialog");
  await expect(sidebar).toBeHidden();
  // The picture at the top left is the profile action.
  await page.getByRole("banner").getByRole("button", { name: "Open menu" }).click();
  for (const name of ["Home", "Explore", "Notifications", "Profile", "Settings", "Create Post"]) {
    await expect(sidebar.getByRole("link", { name }).first()).toBeVisible();
  }
  const width = (page.viewportSize()?.width ?? 0) * 0.75;
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeCloseTo(width, 0);
  await page.touchscreen.tap(width + 40, 400);
  await expect(sidebar).toBeHidden();
  await page.getByRole("banner").getByRole("button", { name: "Open menu" }).click();
  await sidebar.getByRole("link", { name: "Explore" }).click();
  await expect(page).toHaveURL(/\/search-users$/);
  await expect(sidebar).toBeHidden();
});

test("the test screen opens for everybody", async ({ page }) => {
  await page.goto("/test");
  await expect(page).toHaveURL(/\/test$/);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
});
