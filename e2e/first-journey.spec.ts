import type { Page } from "playwright/test";
import { scrollToPost, waitUntilPublished } from "./feed";
import {
  codeFor,
  collectConsoleErrors,
  expect,
  expectNoSidewaysScroll,
  freshEmail,
  photo,
  signIn,
  test,
} from "./fixtures";
import { fakeGoogle } from "./google";

/**
 * The product's main use, by two people. The screens themselves are checked by screens.spec.ts;
 * here, only what they become by what people do.
 */
test("a student signs up and posts a photo; a classmate likes and comments; the author is notified", {
  tag: "@phone",
}, async ({ page, browser, request }) => {
  await fakeGoogle(page, "closed");
  const email = freshEmail();
  const caption = `Golden hour from the hostel roof ${Date.now()} #goldenhour`;

  await test.step("the student signs up with a college address and the emailed code", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Get Started" }).click();
    await expect(page).toHaveURL(/\/login-page/);
    await page.getByRole("link", { name: "Create new account" }).click();

    await expect(page).toHaveURL(/\/select-college-page/);
    await page.getByRole("combobox", { name: "College" }).selectOption("MITS");
    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page).toHaveURL(/\/enter-college-email-page/);
    await page.getByRole("textbox").fill("someone@gmail.com");
    await expect(page.getByText("Please use your college email (@mitsgwl.ac.in)")).toBeVisible();
    await page.getByRole("textbox").fill(email);
    await expect(page.getByText("This email is supported")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page).toHaveURL(/\/verification-page/);
    const code = await codeFor(request, email);
    await page.getByPlaceholder("Enter 6-digit code").fill(code);
    await page.getByRole("button", { name: "Verify Account" }).click();

    await expect(page).toHaveURL(/\/enter-name-page/);
    await page.getByLabel("First name").fill("Tara");
    await page.getByLabel("Last name").fill("Deshmukh");
    await page.getByRole("button", { name: "NEXT" }).click();

    await expect(page).toHaveURL(/\/enter-student-id/);
    // They have a class of their own: suggestions begin with that, and one of them is joined. It
    // must not be the person of another journey, who would be notified.
    await page.getByLabel("College ID").fill("0901CE231042");
    await page.getByRole("radio", { name: "I am 18 or older" }).check();
  });
  await test.step("skips the picture and clicks through the guide", async () => {
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/add-profile-picture-page/);
    await page.getByRole("link", { name: "Skip for now" }).click();
    // The account is created, and the success page redirects by itself.
    await expect(page).toHaveURL(/\/onboarding-guide-page/, { timeout: 15_000 });
    for (const slide of ["Connect on Campus", "Network with Alumni & Faculty"]) {
      await expect(page.getByRole("heading", { name: slide })).toBeVisible();
      await page.getByRole("button", { name: "Continue" }).click();
    }
    await expect(page.getByRole("heading", { name: "Showcase Your Ideas & Skills" })).toBeVisible();
    await page.getByRole("button", { name: "Start your Journey" }).click();
  });

  await test.step("lands on the feed", async () => {
    await expect(page).toHaveURL(/\/mainfeed$/);
    await expect(page.getByRole("textbox", { name: "What's happening on campus?" })).toBeVisible();
  });

  await test.step("and joins a first circle there", async () => {
    const people = page.getByRole("list", { name: "People to join" });
    await people
      .getByRole("button", { name: /^Join Circle of / })
      .first()
      .click();
    await expect(people.getByRole("button", { name: /^In Circle/ })).toBeVisible();
  });

  await test.step("posts a photo", async () => {
    const composer = page.getByRole("form", { name: "Create post" });
    await composer.getByRole("textbox", { name: "What's happening on campus?" }).fill(caption);
    await composer.locator('input[type="file"]').setInputFiles(await photo(30));
    // Post is enabled before the photo is prepared, too: the text alone shows it.
    await expect(composer.getByRole("button", { name: "+ ALT: add a description" })).toBeVisible();
    await expect(composer.getByRole("button", { name: "Post", exact: true })).toBeEnabled();
    await composer.getByRole("button", { name: "Post", exact: true }).click();
    await waitUntilPublished(page);
    await expect(articleWith(page, caption)).toBeVisible();
  });

  const classmateContext = await browser.newContext();
  const classmate = await signIn(classmateContext, "Kabir Rao");
  const theirPage = await classmateContext.newPage();
  const theirConsoleErrors = collectConsoleErrors(theirPage);

  await test.step("a classmate sees it, likes it and comments", async () => {
    await theirPage.goto("/mainfeed");
    const post = articleWith(theirPage, caption);
    await scrollToPost(theirPage, post);
    await expect(post).toBeVisible();
    await expect(post.getByRole("img").first()).toBeVisible();
    await post.getByRole("button", { name: /^Like/ }).click();
    await expect(post.getByRole("button", { name: /^Unlike/ })).toBeVisible();
    await post.getByRole("button", { name: /^Comment/ }).click();
    const field = post.getByRole("textbox", { name: /comment/i });
    await field.fill("Which roof is this? Taking my camera there tomorrow.");
    await field.press("Enter");
    await expect(post.getByText("Which roof is this? Taking my camera there tomorrow.")).toBeVisible();
    await theirPage.reload();
    await scrollToPost(theirPage, post);
    await expect(articleWith(theirPage, caption).getByRole("button", { name: /^Unlike/ })).toBeVisible();
  });
  expect(theirConsoleErrors).toEqual([]);
  await classmateContext.close();

  await test.step("and the author is notified once of each", async () => {
    await page.goto("/notify");
    const list = page.getByRole("main");
    await expect(list.getByText("liked your post")).toHaveCount(1);
    await expect(list.getByText(/commented: “Which roof is this\?/)).toHaveCount(1);
    await expect(list.getByText(classmate.name).first()).toBeVisible();
    await expect(list.getByText("New", { exact: true })).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await list.getByRole("button", { name: "Mark All Read" }).click();
    await expect(list.getByText("New", { exact: true })).toHaveCount(0);
    await page.reload();
    await expect(list.getByText("liked your post")).toBeVisible();
    await expect(list.getByText("New", { exact: true })).toHaveCount(0);
  });
});

const articleWith = (page: Page, caption: string) =>
  page.getByRole("article").filter({ hasText: caption.replace(/ #\w+$/, "") });

test("the guide works by key, dot and swipe, and can be closed at any time", async ({
  page,
  context,
}, info) => {
  await signIn(context, "Neha Kulkarni");
  await page.goto("/onboarding-guide-page");
  const title = page.locator("[aria-roledescription=slide]:not([inert]) h2");
  await expect(title).toHaveText("Connect on Campus");
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText("Network with Alumni & Faculty");
  await expect(title).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: /^Slide 3/ }).click();
  await expect(title).toHaveText("Showcase Your Ideas & Skills");
  await expect(page.getByRole("button", { name: "Start your Journey" })).toBeVisible();

  const close = page.getByRole("button", { name: "Close" });
  if (info.project.name === "phone") {
    await expect(title).toBeInViewport({ ratio: 1 });
    // A swipe that begins while the slide before it still snaps into place only stops that.
    await expect(async () => {
      await swipe(100, 300);
      await expect(title).toHaveText("Network with Alumni & Faculty", { timeout: 2_000 });
    }).toPass();
    await close.click();
  } else {
    await expect(close).toBeHidden();
    await page.keyboard.press("Escape");
  }
  await expect(page).toHaveURL(/\/mainfeed$/);

  /** Swipes across the guide with real touch events. */
  async function swipe(from: number, to: number): Promise<void> {
    const session = await context.newCDPSession(page);
    const pointsAt = (x: number) => [{ x, y: 300 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: pointsAt(from) });
    for (let step = 1; step <= 5; step++) {
      const x = from + ((to - from) * step) / 5;
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: pointsAt(x) });
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
});
