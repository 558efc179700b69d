import type { Locator, Page } from "playwright/test";
import { publish } from "./feed";
import { animationsEnded, bearer, closeByBack, expect, makePerson, signIn, test } from "./fixtures";

/** The navigation around every screen (docs/product.md, The shell). */

const mainNav = (page: Page) => page.getByRole("navigation", { name: "Main" });
const menuButton = (page: Page) => page.getByRole("button", { name: "Open menu" });
const quickAccess = (page: Page) => page.getByRole("navigation", { name: "Quick access" });
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const PLACES = [
  ["Home", "/mainfeed"],
  ["Explore", "/search-users"],
  ["Notifications", "/notify"],
  ["Messages", "/messages"],
  ["Profile", "/profile"],
  ["Settings", "/settings"],
  ["Bookmarks", "/bookmarks"],
  ["Trending", "/trending"],
];

test("assets are served with the build's compression", { tag: ["@desktop", "@local"] }, async ({
  page,
  context,
}) => {
  await signIn(context, "Aarav Sharma");
  await page.goto("/mainfeed");
  // Without the polyfills for old browsers.
  const sources = await page.evaluate(() =>
    [...document.scripts].flatMap(({ src, noModule }) => (noModule ? [] : src || [])),
  );
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) {
    const response = await page.request.get(source, { headers: { "Accept-Encoding": "br" } });
    expect(response.headers(), source).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public,max-age=31536000,immutable",
      "x-content-type-options": "nosniff",
    });
  }
});

test("what programs look for at well-known addresses is there", { tag: "@desktop" }, async ({
  request,
  baseURL,
}) => {
  const read = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    const headers: Record<string, string | undefined> = response.headers();
    return { ...headers, status: response.status(), text: await response.text() };
  };
  const robots = await read("/robots.txt");
  expect(robots).toMatchObject({ status: 200, "content-type": expect.stringContaining("text/plain") });
  expect(robots.text).toMatch(/^User-Agent: \*\nAllow: \/\$\n(Allow: .+\n)+Disallow: \/\n/);
  const sitemap = await read(new URL(/Sitemap: (.+)/.exec(robots.text)?.[1] ?? "").pathname);
  const paths = [...sitemap.text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  expect(paths).toContain("/terms");
  for (const path of paths) {
    const page = await read(path);
    expect([path, page.status, "x-robots-tag" in page]).toEqual([path, 200, false]);
  }
  expect(await read("/login-page")).toMatchObject({ status: 200, "x-robots-tag": "noindex" });

  const security = await read("/.well-known/security.txt");
  expect(security).toMatchObject({ status: 200, "content-type": "text/plain; charset=utf-8" });
  expect(security.text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(security.text).toContain(`\nCanonical: ${baseURL}/.well-known/security.txt\n`);
  const days = (Date.parse(/^Expires: (.+)$/m.exec(security.text)?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);

  expect(await read("/.well-known/change-password")).toMatchObject({ status: 307, location: "/settings" });
  // How browsers tell that the other one means something.
  expect(
    (await read("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")).status,
  ).toBe(404);
});

test.describe("from 768px", { tag: "@desktop" }, () => {
  test("the sidebar links to every screen and marks the current one", async ({ page, context, request }) => {
    const me = await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    const links = mainNav(page).getByRole("listitem").getByRole("link");
    await expect(links).toHaveText(PLACES.map(([label]) => label ?? ""));
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
      PLACES.map(([, href]) => href),
    );

    await test.step("a red dot says how much is new", async () => {
      const link = mainNav(page).getByRole("link", { name: "Notifications, 1 new" });
      await expect(link).toHaveCount(0);
      const fan = await makePerson(request, "Kabir Rao");
      await request.post(`/api/users/${me._id}/follow`, {
        headers: bearer(fan),
        data: { inCircle: true },
      });
      await page.reload();
      const dot = link.locator("[data-dot]");
      await expect(dot).toHaveText("1");
      await expect(dot).toHaveCSS("background-color", "rgb(190, 18, 60)");
      await expect(page).toHaveTitle(/^\(1\) Home · /);
    });

    for (const [label = "", href = ""] of PLACES) {
      await mainNav(page).getByRole("link", { name: label }).click();
      await expect(page).toHaveURL(href === "/profile" ? `/profile/${me._id}` : href);
      await expect(mainNav(page).locator("[aria-current=page]")).toHaveText(new RegExp(`^${label}`));
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveCount(1);
    }
    await page.getByRole("link", { name: "Campus Circle, home" }).click();
    await expect(page).toHaveURL("/mainfeed");

    await test.step("it is 16rem wide and sticky", async () => {
      const sidebar = page.getByRole("banner");
      expect((await sidebar.boundingBox())?.width).toBe(256);
      await page.evaluate(() => document.body.style.setProperty("min-height", "300vh"));
      await page.mouse.wheel(0, 700);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      expect((await sidebar.boundingBox())?.y).toBe(0);
    });

    await test.step("Create Post opens the composer over the page, and leaves it as it was", async () => {
      await page.goto("/search-users?q=sha");
      await expect(page.getByRole("grid", { name: "Search results" }).getByRole("row").first()).toBeVisible();
      await page.evaluate(() => document.body.style.setProperty("min-height", "300vh"));
      // Until the page has taken its own place, it goes back there.
      const scrollAndWait = () =>
        page.evaluate(async () => {
          window.scrollTo(0, 300);
          for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
          return window.scrollY;
        });
      await expect.poll(scrollAndWait).toBe(300);
      const composer = page.getByRole("dialog", { name: "Create Post" });
      for (const close of [() => page.keyboard.press("Escape"), () => closeByBack(page)]) {
        await mainNav(page).getByRole("button", { name: "Create Post" }).click();
        await expect(composer).toBeVisible();
        await close();
        await expect(composer).toHaveCount(0);
        await expect(page).toHaveURL("/search-users?q=sha");
        expect(await page.evaluate(() => window.scrollY)).toBe(300);
      }
      await expect(mainNav(page).getByRole("button", { name: "Create Post" })).toBeFocused();
    });

    await test.step("the link to the open screen ends its search, and Back brings it again", async () => {
      const field = page.getByRole("main").getByRole("combobox");
      await expect(field).toHaveValue("sha");
      await mainNav(page).getByRole("link", { name: "Explore" }).click();
      await expect(page).toHaveURL("/search-users");
      await expect(field).toHaveValue("");
      await page.goBack();
      await expect(page).toHaveURL("/search-users?q=sha");
      await expect(field).toHaveValue("sha");
    });
  });

  test("a post stands in two panes where they fit", async ({ page, context, request }) => {
    await signIn(context, "Aarav Sharma");
    const author = await makePerson(request, "Kabir Rao");
    const postId = await publish(request, author, "Seen from the roof", { height: 320 });
    const talk = Array.from({ length: 15 }, (_, index) => `Comment ${index}`);
    for (const content of talk)
      await request.post(`/api/posts/${postId}/comments`, { headers: bearer(author), data: { content } });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/post/${postId}`);
    const post = page.getByRole("main").getByRole("article");
    const boxOf = async (part: Locator) => {
      await expect(part).toBeVisible();
      return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    };
    const media = () => boxOf(post.getByRole("button", { name: /^View / }));
    const field = post.getByRole("textbox", { name: "Write a comment" });
    const comments = post.getByRole("region", { name: "Comments" });
    await expect(comments.getByRole("listitem")).toHaveCount(talk.length);
    const [picture, list] = [await media(), await boxOf(comments)];
    expect(picture.x + picture.width).toBeLessThanOrEqual(list.x);
    for (const part of [field, post.getByRole("button", { name: "Bookmark" })])
      await expect(part).toBeInViewport({ ratio: 1 });

    await test.step("the comments scroll by themselves, and the field stays below them", async () => {
      const last = await boxOf(comments.getByText("Comment 14", { exact: true }));
      expect(last.y + last.height).toBeLessThanOrEqual((await boxOf(field)).y);
      await expect(comments.getByText("Comment 14", { exact: true })).toBeInViewport();
      await expect(comments.getByText("Comment 0")).not.toBeInViewport();
      await comments.getByText("Comment 0").scrollIntoViewIfNeeded();
      await expect(comments.getByText("Comment 0")).toBeInViewport();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });

    await test.step("on paper it reads like an article", async () => {
      await page.emulateMedia({ media: "print" });
      for (const part of [mainNav(page), field, post.getByRole("button", { name: "Bookmark" })])
        await expect(part).toBeHidden();
      await expect(post.getByRole("button", { name: /^View / })).toBeVisible();
      await expect(comments.getByText("Comment 0")).toBeVisible();
      await page.emulateMedia({ media: "screen" });
    });

    await test.step("one column on a narrower screen", async () => {
      await page.setViewportSize({ width: 1100, height: 900 });
      const column = await media();
      expect((await boxOf(comments)).y).toBeGreaterThan(column.y + column.height);
    });
  });

  test("each width shows the right navigation", async ({ page, context }) => {
    await signIn(context, "Aarav Sharma");
    await page.goto("/mainfeed");
    const rail = page.getByRole("complementary", { name: "Around campus" });
    const visibilityAt = async (width: number) => {
      await page.setViewportSize({ width, height: 860 });
      const visible = [mainNav(page), rail, menuButton(page), quickAccess(page)].map((element) =>
        element.isVisible(),
      );
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      return Promise.all(visible);
    };
    expect(await visibilityAt(1920)).toEqual([true, true, false, false]);
    expect(await visibilityAt(1200)).toEqual([true, true, false, false]);
    expect(await visibilityAt(1199)).toEqual([true, false, false, false]);
    expect(await visibilityAt(768)).toEqual([true, false, false, false]);
    const widthOf = async (element: Locator) => (await element.boundingBox())?.width;
    expect(await widthOf(page.getByRole("banner"))).toBe(256);
    expect(await widthOf(page.getByRole("main"))).toBe(480);
    expect(await visibilityAt(767)).toEqual([false, false, true, true]);
  });
});

test.describe("below 768px", { tag: "@phone" }, () => {
  test("the top bar shows on every campus screen", async ({ page, context }) => {
    const me = await signIn(context, "Aarav Sharma");
    for (const path of ["mainfeed", "messages", "edit-profile"]) {
      await page.goto(`/${path}`);
      const bar = page.getByRole("banner");
      await expect(bar.getByRole("button", { name: "Open menu" }), path).toBeVisible();
      await expect(bar.getByRole("link", { name: "Campus Circle, home" })).toHaveAttribute(
        "href",
        "/mainfeed",
      );
      await expect(bar.getByRole("link", { name: /^Notifications/ })).toHaveAttribute("href", "/notify");
      const inBar = quickAccess(page).getByRole("link");
      await expect(inBar).toHaveCount(3);
      for (const [index, name] of ["Home", "Create Post", "Search"].entries())
        await expect(inBar.nth(index)).toHaveAccessibleName(name);
    }
    for (const path of [`profile/${me._id}`, "profile", "settings", "search-users", "notifications"]) {
      const html = await (await page.request.get(`/${path}`)).text();
      expect(html.includes('aria-label="Open menu"'), path).toBe(true);
    }
  });

  test("the top bar scrolls away, the page's head stays, and the focus brings the bar back", async ({
    page,
    context,
    request,
  }) => {
    await signIn(context, "Aarav Sharma");
    const other = await makePerson(request, "Ishita Verma");
    await page.goto(`/profile/${other._id}`);
    const main = page.getByRole("main");
    await main.evaluate((element) => element.style.setProperty("min-height", "4000px"));
    const title = main.locator("header p").first();
    await expect(title).toHaveText(other.name);
    await expect(title).toHaveCSS("opacity", "0");
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: "instant" }));
    await expect(menuButton(page)).not.toBeInViewport();
    await expect(main.getByRole("button", { name: "Back" })).toBeInViewport({ ratio: 1 });
    await expect(title).toHaveCSS("opacity", "1");
    await main.getByRole("button", { name: "Back" }).focus();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("banner").getByRole("link", { name: /^Notifications/ })).toBeInViewport({
      ratio: 1,
    });
  });

  test("the menu covers three quarters of the width and can be closed in every way", async ({
    page,
    context,
  }) => {
    await signIn(context, "Aarav Sharma");
    await page.goto("/settings");
    const menu = page.getByRole("dialog", { name: "Menu" });
    const open = async () => {
      await menuButton(page).click();
      await expect(menu).toBeVisible();
    };
    const expectClosed = async () => {
      await expect(menu).toBeHidden();
      await expect(page).toHaveURL("/settings");
      await expect(menuButton(page)).toBeFocused();
    };
    await open();
    await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0);
    expect((await menu.boundingBox())?.width).toBeCloseTo(0.75 * 390, 0);
    await expect(menu.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Create Post" })).toHaveAttribute(
      "href",
      "/create-post-modal-mobile",
    );

    await menu.getByRole("button", { name: "Close menu" }).click();
    await expectClosed();
    await open();
    await page.touchscreen.tap(370, 420);
    await expectClosed();
    await open();
    await page.keyboard.press("Escape");
    await expectClosed();
    await open();
    await closeByBack(page);
    await expectClosed();
    await open();
    await menu.getByRole("link", { name: "Explore" }).click();
    await expect(page).toHaveURL("/search-users");
    await expect(menu).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/settings");
    await expect(menu).toBeHidden();
  });

  test("the bottom bar hides on scrolling down and returns after two upward scrolls", async ({
    page,
    context,
  }) => {
    await signIn(context, "Aarav Sharma");
    await page.goto("/settings");
    await page.evaluate(() => document.body.style.setProperty("min-height", "4000px"));
    const bar = quickAccess(page);
    // Each with an event of its own: the bar counts them.
    const scrollTo = (top: number) =>
      page.evaluate(
        (y) =>
          new Promise<void>((resolve) => {
            window.addEventListener("scroll", () => requestAnimationFrame(() => resolve()), { once: true });
            window.scrollTo({ top: y, behavior: "instant" });
          }),
        top,
      );
    await expect(bar).toBeInViewport();
    await scrollTo(300);
    await expect(bar).not.toBeInViewport();
    await scrollTo(280);
    await animationsEnded(page);
    await expect(bar).not.toBeInViewport();
    await scrollTo(260);
    await expect(bar).toBeInViewport();
    await scrollTo(400);
    await expect(bar).not.toBeInViewport();
    // Keyboard focus brings the bar back.
    await bar.getByRole("link", { name: "Home" }).focus();
    await expect(bar).toBeInViewport();
    await bar.getByRole("link", { name: "Search" }).click();
    await expect(page).toHaveURL("/search-users");
    await expect(bar.getByRole("link", { name: "Search" })).toHaveAttribute("aria-current", "page");
  });

  test("nothing is covered by a notch or a home indicator", async ({ page, context }) => {
    await signIn(context, "Aarav Sharma");
    const devtools = await context.newCDPSession(page);
    const insets = {
      top: 47,
      topMax: 47,
      bottom: 34,
      bottomMax: 34,
      left: 20,
      leftMax: 20,
      right: 10,
      rightMax: 10,
    };
    await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets });
    await page.goto("/search-users");
    await expect(page.locator("meta[name=viewport]")).toHaveAttribute("content", /viewport-fit=cover/);
    expect((await menuButton(page).boundingBox())?.y).toBeGreaterThanOrEqual(47);
    expect((await menuButton(page).boundingBox())?.x).toBeGreaterThanOrEqual(20);
    const last = await quickAccess(page).getByRole("link", { name: "Search" }).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(844 - 34);
    await menuButton(page).click();
    const logo = page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: /home$/ });
    await expect.poll(async () => (await logo.boundingBox())?.y).toBeGreaterThanOrEqual(47);
  });
});

test("the skip link comes first and leads past the shell", async ({ page, context }) => {
  await signIn(context, "Aarav Sharma");
  await page.goto("/settings");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
});
