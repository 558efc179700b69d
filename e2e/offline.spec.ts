import type { BrowserContext, Page } from "playwright/test";
import sharp from "sharp";
import { commentButton, publish } from "./feed";
import {
  allowConsoleErrors,
  bearer,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  makePerson,
  type Person,
  photo,
  test as signedIn,
  signIn,
} from "./fixtures";
import { fakeGoogle } from "./google";

/** Offline use and the installed app. Only these journeys run the service worker. */

// These journeys cut the connection and provoke errors, which the browser logs.
const test = signedIn.extend(
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 40[14]|Failed to fetch/),
);

test.use({ serviceWorkers: "allow" });
// Before all else, a service worker downloads the whole app.
test.describe.configure({ timeout: 120_000 });
const main = (page: Page) => page.getByRole("main");
const card = (page: Page, caption: string) => page.getByRole("article").filter({ hasText: caption });
const banner = (page: Page) => page.getByText(/^Offline\./);

let counter = 0;
/** A name that is unique in this run. */
const uniqueName = () =>
  `Reader ${Array.from({ length: 8 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join("")}`;
/** A text that is unique in this run. */
const unique = (text: string) => `${text} ${process.pid}-${++counter}`;

/** The paths of the cached pages. */
const cachedPages = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has("offline-pages"))) return [];
    const keys = await (await caches.open("offline-pages")).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });

/** The content of all caches, without the build's assets. */
const cachedContent = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith("assets-")) continue;
      const cache = await caches.open(name);
      for (const key of await cache.keys())
        texts.push(key.url, (await (await cache.match(key))?.text()) ?? "");
    }
    return texts.join("\n");
  });

/** Opens the feed and waits until the pages for offline use are cached. */
async function openAndCache(page: Page, person: Person): Promise<void> {
  await page.goto("/mainfeed");
  // First it stores the whole app, which takes as long as the machine needs.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect
    .poll(() => cachedPages(page), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(["/mainfeed", `/profile/${person._id}`, "/notify", "/create-post"]));
}

async function offline(context: BrowserContext, steps: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await steps();
  await context.setOffline(false);
}

test("recently visited pages can be read offline", async ({ page, context }) => {
  const me = await signIn(context, uniqueName());
  const caption = unique("Read me on the train");
  const postId = await publish(context.request, me, caption);
  await openAndCache(page, me);
  // The post's own page: in the feed, posts of parallel journeys may push it down.
  await page.goto(`/post/${postId}`);
  await expect(card(page, caption).locator("img[src*='/image/upload/']").last()).toBeVisible();
  await expect.poll(() => cachedPages(page)).toContain(`/post/${postId}`);
  await expect(banner(page)).toBeHidden();

  await offline(context, async () => {
    await expect(banner(page)).toBeVisible();
    await page.reload();
    await expect(banner(page)).toBeVisible();
    await expect(card(page, caption)).toBeVisible();
    const picture = card(page, caption).locator("img[src*='/image/upload/']").last();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectNoSidewaysScroll(page);

    // Frequently used pages are cached before they are first opened.
    await page.goto("/profile");
    await expect(page).toHaveURL(`/profile/${me._id}`);
    await expect(page.getByRole("heading", { level: 1, name: me.name })).toBeVisible();
    await page.goto("/notify");
    await expect(page.getByRole("heading", { name: "Notifications" }).first()).toBeVisible();
    // Links work, too: they open the cached copy of a page.
    await page.goto("/mainfeed");
    await expect(page.getByRole("feed", { name: "Posts" }).getByRole("article").first()).toBeVisible();
    await page.goto(`/post/${postId}`);
    await main(page).getByRole("link", { name: me.name }).first().click();
    await expect(page).toHaveURL(`/profile/${me._id}`);
    await expect(page.getByRole("heading", { level: 1, name: me.name })).toBeVisible();

    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
  // The page loads by itself once the connection is back.
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(banner(page)).toBeHidden();
});

test("a like and comments made offline are sent exactly once, even after a reload", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Offline Writer");
  const author = await makePerson(request, "Post Author");
  const caption = unique("Like me later");
  const postId = await publish(request, author, caption);
  await openAndCache(page, me);
  await expect(card(page, caption)).toBeVisible();

  await offline(context, async () => {
    const post = card(page, caption);
    const like = post.getByRole("button", { name: "Like", exact: true });
    const unlike = post.getByRole("button", { name: "Unlike", exact: true });
    await like.click();
    // A press just after another one is a double click.
    await expect(async () => {
      await unlike.click();
      await expect(like).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(async () => {
      await like.click();
      await expect(unlike).toBeVisible({ timeout: 100 });
    }).toPass();
    await commentButton(post).click();
    for (const comment of ["First from the tunnel", "Second from the tunnel"]) {
      await post.getByRole("textbox", { name: "Write a comment" }).fill(comment);
      await page.keyboard.press("Enter");
      await expect(post.getByRole("listitem").filter({ hasText: comment })).toBeVisible();
    }
    await expect(page.getByText("3 changes will be sent later.", { exact: false })).toBeVisible();

    await page.reload();
    await expect(page.getByText("3 changes will be sent later.", { exact: false })).toBeVisible();
    await expect(card(page, caption).getByRole("button", { name: "Unlike", exact: true })).toBeVisible();
    await commentButton(card(page, caption)).click();
    await expect(card(page, caption).getByText("Second from the tunnel")).toBeVisible();
    // As if the last response were lost: the browser sends a comment that the server has.
    const [, , last] = await page.evaluate(() => JSON.parse(localStorage.getItem("waiting") ?? "[]"));
    expect(last).toMatchObject({ kind: "comment", content: "Second from the tunnel" });
    const firstSend = await request.post(`/api/posts/${postId}/comments`, {
      headers: bearer(me),
      data: { content: last.content, clientId: last.clientId },
    });
    expect(firstSend.status()).toBe(201);
  });

  await expect.poll(() => page.evaluate(() => localStorage.getItem("waiting"))).toBeNull();
  await expect(banner(page)).toBeHidden();
  const headers = bearer(me);
  const { post } = await (await request.get(`/api/posts/${postId}`, { headers })).json();
  expect(post).toMatchObject({ isLiked: true, likesCount: 1, commentsCount: 2 });
  const { comments } = await (await request.get(`/api/posts/${postId}/comments`, { headers })).json();
  expect(comments.map(({ content }: { content: string }) => content).sort()).toEqual([
    "First from the tunnel",
    "Second from the tunnel",
  ]);
  await page.reload();
  await expect(card(page, caption).getByRole("button", { name: "Unlike", exact: true })).toBeVisible();
});

test("a queued comment that the server rejects shows an error and leaves the queue", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Late Commenter");
  const author = await makePerson(request, "Deleting Author");
  const caption = unique("Soon gone");
  const postId = await publish(request, author, caption);
  await openAndCache(page, me);
  await offline(context, async () => {
    const post = card(page, caption);
    await commentButton(post).click();
    await post.getByRole("textbox", { name: "Write a comment" }).fill("Too late");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 change will be sent later.", { exact: false })).toBeVisible();
    await request.delete(`/api/posts/${postId}`, { headers: bearer(author) });
  });
  await expect(page.getByText("Your comment “Too late” was not sent", { exact: false })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("waiting"))).toBeNull();
});

test("nothing that was stored of someone can be read once they are blocked", async ({
  page,
  context,
  request,
}) => {
  const me = await signIn(context, "Careful Reader");
  const other = await makePerson(request, uniqueName());
  const caption = unique("Stored before the block");
  const postId = await publish(request, other, caption);
  const paths = [`/post/${postId}`, `/profile/${other._id}`];
  await openAndCache(page, me);
  for (const path of paths) {
    await page.goto(path);
    await expect.poll(() => cachedPages(page)).toContain(path);
  }
  expect(await cachedContent(page)).toContain(caption);

  await main(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: `Block ${other.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(main(page).getByText(`You blocked ${other.name}.`)).toBeVisible();
  await expect.poll(() => cachedContent(page)).not.toContain(caption);
  await offline(context, async () => {
    for (const path of ["/mainfeed", ...paths]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      await expect(page.getByText(caption)).toHaveCount(0);
    }
  });
});

test("logging out clears the caches", async ({ page, context }) => {
  await fakeGoogle(context, "closed");
  const me = await signIn(context, "Leaving Person");
  const caption = unique("Mine alone");
  await publish(context.request, me, caption);
  await openAndCache(page, me);
  const content = await cachedContent(page);
  expect(content).toContain(caption);
  for (const secret of [me.accessToken, me.refreshToken, "next-auth", "/api/auth", "/dev/", "/login-page"])
    expect(content).not.toContain(secret);

  await page.goto("/settings");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login-page/);
  await expect.poll(async () => (await cachedContent(page)).length).toBe(0);
  await offline(context, async () => {
    await page.goto("/mainfeed");
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
    await expect(page.getByText(caption)).toBeHidden();
    // Responses that were still pending have not been cached either.
    expect(await cachedContent(page)).toHaveLength(0);
  });
});

test("the next person in the same browser finds no cached pages of the previous one", async ({
  page,
  context,
  request,
}) => {
  const first = await signIn(context, "First Person");
  await openAndCache(page, first);
  expect(await cachedContent(page)).toContain(`cached-for=${first._id}`);

  // The first session is replaced without a logout.
  const second = await makePerson(request, "Second Person");
  await context.addCookies((await request.storageState()).cookies);
  const { user } = await (await request.get("/api/auth/me", { headers: bearer(second) })).json();
  await page.evaluate(
    ({ tokens, profile }) => {
      localStorage.setItem("accessToken", tokens.accessToken);
      localStorage.setItem("refreshToken", tokens.refreshToken);
      localStorage.setItem("userProfile", JSON.stringify(profile));
    },
    { tokens: second, profile: user },
  );
  await openAndCache(page, second);
  const content = await cachedContent(page);
  expect(content).toContain(`cached-for=${second._id}`);
  expect(content).not.toContain(`cached-for=${first._id}`);
  await offline(context, async () => {
    await page.goto("/profile");
    await expect(page).toHaveURL(`/profile/${second._id}`);
    await page.goto(`/profile/${first._id}`);
    await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  });
});

/** From the next page load on, pages run as in the window of the installed app. */
const emulateAppWindow = (context: BrowserContext) =>
  context.addInitScript(() => {
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) => matchMedia(query === "(display-mode: browser)" ? "not all" : query);
  });

/** Shares like a browser does on behalf of another app: it submits a form. */
const share = (page: Page, action: string, picture: Buffer) =>
  page.evaluate(
    ({ action, bytes }) => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action,
        enctype: "multipart/form-data",
      });
      const field = (type: string, name: string) => {
        const input = Object.assign(document.createElement("input"), { type, name });
        form.append(input);
        return input;
      };
      field("hidden", "text").value = "Look at this";
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(bytes)], "from-gallery.jpg", { type: "image/jpeg" }));
      field("file", "media").files = files.files;
      document.body.append(form);
      form.submit();
    },
    { action, bytes: [...picture] },
  );

const composerText = (page: Page) => page.getByRole("textbox", { name: "What's happening on campus?" });
const shownPicture = (page: Page) => main(page).getByAltText("Your choice, as it will be posted");

test("another app can share a photo and text into the composer", async ({ page, context }) => {
  const me = await signIn(context, "Sharing Person");
  await openAndCache(page, me);
  await emulateAppWindow(context);
  await share(page, "/share", (await photo(40)).buffer);
  await expect(page).toHaveURL(/\/create-post$/);
  await expect(composerText(page)).toHaveValue("Look at this");
  await expect(shownPicture(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Post", exact: true })).toBeEnabled();
});

test("another website cannot share into the composer", async ({ page, context, baseURL }) => {
  const me = await signIn(context, "Careful Person");
  await openAndCache(page, me);
  const { buffer } = await photo(40);
  // Without a referrer it looks like an app's share, but it does not run in the app's window.
  for (const [policy, failures] of [
    ["origin", 0],
    ["no-referrer", 1],
  ] as const) {
    await context.route("http://elsewhere.example/**", (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "Referrer-Policy": policy },
        body: "<!doctype html><title>Elsewhere</title>",
      }),
    );
    await page.goto("http://elsewhere.example/");
    await share(page, `${baseURL}/share`, buffer);
    await expect(page).toHaveURL(/\/create-post$/);
    await hydrated(page);
    await expect(page.getByText("What you shared did not arrive.", { exact: false })).toHaveCount(failures);
    await expect(composerText(page)).toHaveValue("");
    await expect(shownPicture(page)).toHaveCount(0);
    expect(await page.evaluate(() => caches.has("shared"))).toBe(false);
    await context.unroute("http://elsewhere.example/**");
  }
});

test("sharing without a service worker leads to the composer, or to the login when signed out", async ({
  request,
  playwright,
  baseURL,
}) => {
  const anonymous = await playwright.request.newContext({ baseURL });
  const form = { multipart: { text: "Hi", media: await photo(10) }, maxRedirects: 0 };
  const answer = await anonymous.post("/share", form);
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe("/create-post");
  expect((await anonymous.get("/share")).url()).toContain("/login-page?next=%2Fcreate-post");
  await anonymous.dispose();
  await makePerson(request, "Sharing Member");
  expect((await request.get("/share")).url()).toMatch(/\/create-post$/);
});

test("a new version activates when the person confirms", async ({ page, context }) => {
  const me = await signIn(context, "Patient Person");
  await openAndCache(page, me);
  await expect(page.getByText("A new version is ready.")).toBeHidden();
  // A deployment brings a new service worker script.
  await page.evaluate(() => void navigator.serviceWorker.register("/sw.js?next"));
  await expect(page.getByText("A new version is ready.")).toBeVisible({ timeout: 20_000 });
  // The offer of new posts, which other journeys publish, may float over a control.
  await expectAccessible(page, { except: ["target-size"] });
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Refresh" }).click();
  await loaded;
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toContain("?next");
  await expect(page.getByText("A new version is ready.")).toBeHidden();
});

test("the app can be installed", async ({ page, context, request }) => {
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({
    id: "/mainfeed",
    start_url: "/mainfeed",
    scope: "/",
    display: "standalone",
  });
  const shortcutIcons = manifest.shortcuts.flatMap((shortcut: { icons: object[] }) => shortcut.icons);
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots, ...shortcutIcons]) {
    const picture = await request.get(src);
    expect(picture.headers()["content-type"]).toBe(type);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect((await request.get(url)).ok()).toBe(true);

  await signIn(context, "Installing Person");
  await page.goto("/settings/appearance");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
  await expect(page.getByText("Install Campus Circle")).toBeHidden();
  // The event by which Chromium offers the installation.
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt"), {
      prompt: async () => {
        document.title = "Asked to install";
        return { outcome: "accepted" };
      },
    });
    window.dispatchEvent(offer);
  });
  await expect(page.getByText("Install Campus Circle")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Install", exact: true }).click();
  await expect(page).toHaveTitle("Asked to install");
  await expect(page.getByText("Install Campus Circle")).toBeHidden();
});
