import type { Locator, Page } from "playwright/test";
import { commentButton, publish } from "./feed";
import { bearer, codeFor, expect, makePerson, photo, signIn, test } from "./fixtures";
import { fakeGoogle } from "./google";

/** The product by keyboard alone, with a visible focus at every tab stop. Desktop only. */

/**
 * More tab stops than any screen has between two steps, also when other journeys publish in
 * between.
 */
const MAX_STOPS = 150;

/** The focused element, and whether it has a focus ring and is visible and uncovered. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: undefined };
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2;
    const x = middle(box.left, box.right, window.innerWidth);
    const y = middle(box.top, box.bottom, window.innerHeight);
    const topmost = document.elementFromPoint(x, y);
    return {
      name: element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40) ?? "",
      hasRing:
        outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && !/^rgba.*, 0\)$/.test(outlineColor),
      isVisible: topmost !== null && (element.contains(topmost) || topmost.contains(element)),
    };
  });

/** Presses Tab until the focus is on `target`. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if ((await focusOf(page)).name === undefined) continue;
    await expect.poll(() => focusOf(page)).toMatchObject({ hasRing: true, isVisible: true });
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached within ${MAX_STOPS} presses of ${key}.`);
}

test("everything works by keyboard alone", { tag: "@desktop" }, async ({ page, request, consoleErrors }) => {
  await fakeGoogle(page, "closed");
  const me = await makePerson(request, "Tara Deshmukh");
  // Found by name below, so no other journey may have a person of this name.
  const other = await makePerson(request, "Jehan Daruwala");
  const caption = `Read without a mouse ${Date.now().toString(36)}`;
  await publish(request, other, caption);
  // From the start: a listener that is added just before the press may miss it.
  const chosen = await photo(120, 400, 300);
  page.on("filechooser", (chooser) => void chooser.setFiles(chosen));
  const main = page.getByRole("main");
  const nav = page.getByRole("navigation", { name: "Main" });
  const post = main.getByRole("article").filter({ hasText: caption });

  await test.step("signs in", async () => {
    await page.goto("/login-page");
    await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
    await page.keyboard.type(me.email);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Verification code")).toBeFocused();
    await page.keyboard.type(await codeFor(request, me.email));
    await expect(page).toHaveURL("/mainfeed");
  });

  await test.step("skips to the feed, likes, comments", async () => {
    await expect(post).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "Skip to main content" }));
    await page.keyboard.press("Enter");
    await expect(main).toBeFocused();
    await tabTo(page, post.getByRole("button", { name: "Like" }));
    await page.keyboard.press("Enter");
    await expect(post.getByRole("button", { name: "Unlike" })).toBeFocused();
    await tabTo(page, commentButton(post));
    await page.keyboard.press("Enter");
    const field = post.getByRole("textbox", { name: "Write a comment" });
    await expect(field).toBeFocused();
    await page.keyboard.type("Nor written with one.");
    await page.keyboard.press("Enter");
    await expect(post.getByText("Nor written with one.")).toBeVisible();
    // It is saved: until then it has no buttons, and it is drawn again then.
    await expect(post.getByRole("button", { name: "Like comment" })).toBeVisible();
  });

  await test.step("opens what shares it, and leaves it", async () => {
    await tabTo(page, post.getByRole("button", { name: "Share" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    const share = page.getByRole("dialog", { name: "Share" });
    await expect(share.getByRole("combobox", { name: "Search people" })).toBeFocused();
    await tabTo(page, share.getByRole("button", { name: "Copy link" }));
    await page.keyboard.press("Escape");
    await expect(share).toHaveCount(0);
    await expect(post.getByRole("button", { name: "Share" })).toBeFocused();
  });

  const mine = `${caption} and mine`;
  const options = main
    .getByRole("article")
    .filter({ hasText: mine })
    .getByRole("button", { name: "Post options" });
  await test.step("posts a photo", async () => {
    await tabTo(page, nav.getByRole("button", { name: "Create Post" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create Post" });
    await expect(dialog.getByRole("textbox")).toBeFocused();
    await page.keyboard.type(mine);
    await tabTo(page, dialog.getByRole("button", { name: /^Add a photo or video to post/ }));
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: /ALT: add a description$/ })).toBeVisible();
    await tabTo(page, dialog.getByRole("button", { name: "Post", exact: true }));
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(options).toBeVisible();
  });

  await test.step("cancels editing and deleting it", async () => {
    await tabTo(page, options);
    await page.keyboard.press("Enter");
    await expect(main.getByRole("menuitem", { name: "Edit caption" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect
      .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(options).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main.getByRole("menuitem", { name: "Edit caption" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(main.getByRole("menuitem", { name: "Delete" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(options).toBeFocused();
  });

  await test.step("finds a person and joins their circle", async () => {
    await tabTo(page, nav.getByRole("link", { name: "Explore" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search-users");
    const field = main.getByRole("combobox", { name: "Search people" });
    await tabTo(page, field);
    await page.keyboard.type(other.name);
    const join = main
      .getByRole("grid")
      .getByRole("button", { name: `Join Circle of ${other.name}` })
      .first();
    await tabTo(page, join);
    await page.keyboard.press("Space");
    await expect(
      main
        .getByRole("grid")
        .getByRole("button", { name: `In Circle: Leave circle of ${other.name}` })
        .first(),
    ).toBeFocused();
  });

  await test.step("reads the notifications", async () => {
    await tabTo(page, nav.getByRole("link", { name: "Notifications" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(main.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
    const filter = main.getByRole("button", { name: /^Filter/ });
    await tabTo(page, filter);
    await page.keyboard.press("Enter");
    await expect(main.getByRole("menuitemradio", { name: "All Notifications" })).toBeFocused();
    await page.keyboard.press("u");
    await expect(main.getByRole("menuitemradio", { name: "Unread" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(filter).toHaveAccessibleName(/Unread$/);
    await expect(filter).toBeFocused();
  });

  await test.step("switches to the dark theme and logs out", async () => {
    await tabTo(page, nav.getByRole("link", { name: "Settings" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/settings");
    await tabTo(page, main.getByRole("switch", { name: "Dark mode" }));
    await page.keyboard.press("Space");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await tabTo(page, main.getByRole("button", { name: "Logout", exact: true }));
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await tabTo(page, question.getByRole("button", { name: "Log out" }));
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL("/settings");
    await expect(question).toBeHidden();
  });
  // Pending calls of the ended session fail, and browsers log each failed call.
  expect(consoleErrors.splice(0).filter((text) => !text.includes("401 (Unauthorized)"))).toEqual([]);
});

test("a college and a password can be entered by keyboard alone", { tag: ["@desktop", "@visitor"] }, async ({
  page,
}) => {
  await fakeGoogle(page, "closed");
  await page.goto("/select-college-page");
  const field = page.getByRole("combobox", { name: "College" });
  await expect(field).toBeFocused();
  await page.keyboard.type("Madhav");
  await expect(field).toHaveValue("MITS");
  await tabTo(page, page.getByRole("button", { name: "Continue" }));
  await tabTo(page, page.getByText("My college isn't here"));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Colleges join Campus Circle one by one/)).toBeVisible();

  await page.goto("/verification-page?with=password");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type("golden hour 7");
  await tabTo(page, page.getByRole("button", { name: "Show password" }));
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await tabTo(page, page.getByRole("button", { name: "Log in" }));
  await tabTo(page, page.getByRole("link", { name: "Use a code instead" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login-page$/);
});

test("the accessibility tree of the shell, a post and the composer", { tag: "@desktop" }, async ({
  page,
  context,
  request,
}) => {
  const author = await makePerson(request, "Ishita Verma");
  const caption = `Announced ${Date.now().toString(36)}`;
  await publish(request, author, caption, { altText: "A green hill" });
  await signIn(context, "Aarav Sharma");
  await page.goto("/mainfeed");

  await expect(page.getByRole("banner")).toMatchAriaSnapshot(`
    - banner:
      - link "Campus Circle, home"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
          - listitem:
            - link "Explore"
          - listitem:
            - link "Notifications"
          - listitem:
            - link "Messages"
          - listitem:
            - link "Profile"
          - listitem:
            - link "Settings"
          - listitem:
            - link "Bookmarks"
          - listitem:
            - link "Trending"
        - button "Create Post"
      - paragraph: Connect • Share • Discover
      - link /Aarav Sharma/
      - button "Switch to dark theme"
  `);
  await expect(page.getByRole("navigation", { name: "Feeds" })).toMatchAriaSnapshot(`
    - navigation "Feeds":
      - list:
        - listitem:
          - link "Campus"
        - listitem:
          - link "My circle"
        - listitem:
          - link "My class"
  `);
  await expect(page.getByRole("form", { name: "Create post" })).toMatchAriaSnapshot(`
    - form "Create post":
      - textbox "What's happening on campus?"
      - button "Add a photo or video"
  `);
  const post = page.getByRole("article", { name: /^Ishita Verma/ }).filter({ hasText: caption });
  await expect(post).toMatchAriaSnapshot(`
    - article /Ishita Verma/:
      - link "Ishita Verma"
      - paragraph:
        - text: /@ishita\\.verma/
        - link /just now|\\d+ seconds? ago/:
          - time: /just now|\\d+ seconds? ago/
      - paragraph: ${caption}
      - button "View A green hill"
      - button "Like"
      - text: 0 likes
      - button "Comment"
      - button "Share"
      - button "Bookmark"
      - status
  `);
});

test("the accessibility tree of a notification", { tag: "@desktop" }, async ({ page, context, request }) => {
  const me = await signIn(context, "Tara Deshmukh");
  await publish(request, me, "Announced");
  const mine = await request.get(`/api/users/${me._id}/posts`, { headers: bearer(me) });
  const postId = (await mine.json()).posts[0]._id;
  const fan = await makePerson(request, "Kabir Rao");
  const headers = bearer(fan);
  await request.post(`/api/posts/${postId}/comments`, { headers, data: { content: "Which roof is this?" } });
  await request.post(`/api/users/${me._id}/follow`, { headers, data: { inCircle: true } });
  await page.goto("/notify");
  // Screen readers have a row's actions with the row's text.
  await expect(page.getByRole("heading", { level: 2, name: "Today" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Today" })).toMatchAriaSnapshot(`
    - list "Today":
      - listitem:
        - paragraph:
          - link "Kabir Rao"
          - link "Kabir Rao joined your circle"
        - time: /just now|\\d+ seconds? ago/
        - text: New
        - button "Mark as read"
        - button "Delete"
        - button "Join Circle of Kabir Rao"
      - listitem:
        - paragraph:
          - link "Kabir Rao"
          - 'link "Kabir Rao commented: “Which roof is this?”"'
        - time: /just now|\\d+ seconds? ago/
        - text: New
        - button "Mark as read"
        - button "Delete"
  `);
  await expect(page.getByRole("button", { name: "Delete" }).first()).toHaveAccessibleDescription(
    "Kabir Rao joined your circle",
  );
});
