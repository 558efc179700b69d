import { expect } from "../fixtures";
import { call, makeMember, publish, signIn, stored, test } from "./member";

/** The navigation of §2, the theme, the onboarding and the places that §2 only names. */

test.describe("On a desktop", { tag: "@desktop" }, () => {
  test("the sidebar leads everywhere", async ({ page, request }) => {
    const member = await signIn(page, "Riya Sharma");
    const other = await makeMember(request, "Kabir Singh");
    await call(request, "POST", `/users/${member._id}/follow`, { member: other });
    await page.goto("/mainfeed");
    const sidebar = page.getByRole("banner");
    const width = (await sidebar.boundingBox())?.width ?? 0;
    expect([256, 260]).toContain(Math.round(width));
    for (const [name, path] of [
      ["Explore", "/search-users"],
      [/^Notifications/, "/notify"],
      ["Profile", `/profile/${member._id}`],
      ["Settings", "/settings"],
      ["Home", "/mainfeed"],
    ] as const) {
      await page
        .getByRole("link", { name, exact: typeof name === "string" })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(path));
    }
    await expect(sidebar.getByRole("link", { name: "Create Post" })).toBeHidden();
    await expect(page.getByText("Connect • Share • Discover").first()).toBeVisible();
    await page.goto("/settings");
    await sidebar.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/mainfeed/);
    await page.getByRole("button", { name: "Create Post" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  for (const path of ["/create-post-modal", "/create-post-modal-mobile", "/create-post"]) {
    test(`${path} is a way to create a post`, async ({ page }) => {
      await signIn(page, "Riya Sharma");
      await page.goto(path);
      const composer = path === "/create-post-modal" ? page.getByRole("dialog") : page.getByRole("main");
      await composer.getByRole("textbox").first().fill("Chess tonight?");
      await expect(composer.getByRole("button", { name: "Post", exact: true })).toBeVisible();
    });
  }

  test("the theme is light, until it is changed, and remembered", async ({ page }) => {
    const isDark = () =>
      page.evaluate(() => {
        const context = document.createElement("canvas").getContext("2d");
        if (!context) throw new Error("There is no canvas.");
        context.fillStyle = getComputedStyle(document.body).backgroundColor;
        context.fillRect(0, 0, 1, 1);
        return (context.getImageData(0, 0, 1, 1).data[0] ?? 0) < 128;
      });
    await page.goto("/");
    expect(await isDark()).toBe(false);
    await page
      .getByRole("button", { name: /theme|dark/i })
      .first()
      .click();
    await expect.poll(isDark).toBe(true);
    expect(await stored(page, "theme")).toBe("dark");
    for (const path of ["/login-page", "/select-college-page"]) {
      await page.goto(path);
      expect(await isDark()).toBe(true);
      await expect(page.getByRole("button", { name: /theme|light/i }).first()).toBeVisible();
    }
    await signIn(page, "Riya Sharma");
    for (const path of ["/mainfeed", "/search-users", "/notify", "/settings"]) {
      await page.goto(path);
      expect(await isDark()).toBe(true);
      await expect(
        page
          .getByRole("button", { name: /theme|light/i })
          .or(page.getByRole("switch", { name: /dark/i }))
          .first(),
      ).toBeVisible();
    }
  });

  test("every screen that is named exists", async ({ page }) => {
    const member = await signIn(page, "Riya Sharma");
    for (const path of [
      "/up",
      "/testregister",
      "/test",
      "/profilep",
      "/posts-feed",
      "/messages",
      "/bookmarks",
      "/trending",
      "/notifications",
      `/profile/${member._id}`,
    ]) {
      expect((await page.request.get(path)).status(), path).toBe(200);
    }
  });

  test("an address that doesn't exist is not found", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  });

  test("each change of the page is counted", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    const counted = page.waitForRequest(
      (sent) => /analytics/.test(sent.url()) && (sent.postData() ?? "").includes("/search-users"),
    );
    await page.getByRole("link", { name: "Explore", exact: true }).first().click();
    await counted;
  });

  test("the posts feed is refreshed by a button", async ({ page, request }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/posts-feed");
    const author = await makeMember(request, "Kabir Singh");
    const caption = `Chess tonight, says ${author._id}`;
    await publish(request, author, caption);
    await expect(page.getByText(caption)).toBeHidden();
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await expect(page.getByText(caption)).toBeVisible();
  });
});

test.describe("On a phone", { tag: "@phone" }, () => {
  test("the bars lead to the feed, the search, the notifications and a new post", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    const top = page.getByRole("banner");
    await expect(top.getByRole("link", { name: /notifications/i })).toBeVisible();
    const bottom = page
      .getByRole("navigation")
      .filter({ has: page.getByRole("link", { name: "Search", exact: true }) });
    await expect(bottom.getByRole("link", { name: "Home", exact: true })).toBeVisible();
    await bottom.getByRole("link", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/\/search-users/);
    await bottom.getByRole("link", { name: "Create Post", exact: true }).click();
    await expect(page).toHaveURL(/\/create-post-modal-mobile/);
    await page.goto("/mainfeed");
    await top.getByRole("link", { name: /notifications/i }).click();
    await expect(page).toHaveURL(/\/notify/);
  });

  test("the bottom bar hides downwards, and comes back after two steps upwards", async ({
    page,
    request,
  }) => {
    await signIn(page, "Riya Sharma");
    const author = await makeMember(request, "Kabir Singh");
    for (let number = 1; number <= 4; number += 1) await publish(request, author, `Chess evening ${number}`);
    await page.goto("/mainfeed");
    await expect(page.getByRole("article").nth(3)).toBeAttached();
    const search = page
      .getByRole("navigation")
      .getByText("Search", { exact: true })
      .filter({ visible: true })
      .last();
    await expect(search).toBeInViewport();
    const scroll = (by: number) =>
      page.evaluate(async (distance) => {
        const scrolled = new Promise((resolve) => addEventListener("scroll", resolve, { once: true }));
        window.scrollBy({ top: distance, behavior: "instant" });
        await scrolled;
      }, by);
    await scroll(300);
    await scroll(300);
    await expect(search).not.toBeInViewport();
    await scroll(-60);
    await expect(search).not.toBeInViewport();
    await scroll(-60);
    await expect(search).toBeInViewport();
  });

  test("the drawer is opened by the profile, and closed in three ways", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/mainfeed");
    const drawer = page.getByRole("dialog");
    const open = async () => {
      await page.getByRole("banner").getByRole("button").first().click();
      await expect(drawer).toBeVisible();
    };
    await open();
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBeCloseTo(390 * 0.75, 0);
    for (const name of ["Home", "Explore", /^Notifications/, "Profile", "Settings", "Create Post"]) {
      await expect(drawer.getByRole("link", { name, exact: typeof name === "string" })).toBeVisible();
    }
    await drawer.getByRole("button", { name: /close/i }).click();
    await expect(drawer).toBeHidden();
    await open();
    await page.touchscreen.tap(370, 400);
    await expect(drawer).toBeHidden();
    await open();
    await drawer.getByRole("link", { name: "Explore", exact: true }).click();
    await expect(page).toHaveURL(/\/search-users/);
    await expect(drawer).toBeHidden();
  });

  test("the onboarding has dots, and a close button", async ({ page }) => {
    await signIn(page, "Riya Sharma");
    await page.goto("/onboarding-guide-page");
    await expect(page.getByRole("heading", { name: "Connect on Campus" })).toBeVisible();
    const dots = page.getByRole("button", { name: /slide|\b3\b|showcase/i }).or(page.getByRole("tab"));
    await dots.last().click();
    await expect(page.getByRole("heading", { name: "Showcase Your Ideas & Skills" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Start your Journey" })).toBeVisible();
    await page.getByRole("button", { name: /close/i }).click();
    await expect(page).toHaveURL(/\/mainfeed/);
  });
});
