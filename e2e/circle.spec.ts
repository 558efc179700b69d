import { postWith, publish, scrollToPost, topOf, uniqueTag } from "./feed";
import { bearer, expect, makePerson, signIn, test } from "./fixtures";

/** What a member chooses to see: the posts of their circle, and their bookmarks. */

test("my circle is a tab with its own place, which Home opens again", { tag: "@phone" }, async ({
  page,
  context,
  request,
}) => {
  const [friend, stranger] = [await makePerson(request, "Kabir Rao"), await makePerson(request, "Dev Patel")];
  const [theirs, others] = [uniqueTag("circle"), uniqueTag("campus")];
  for (let index = 0; index < 4; index++) await publish(request, friend, `Number ${index} #${theirs}`);
  await publish(request, stranger, `Elsewhere #${others}`);
  const me = await signIn(context, "Aarav Sharma");
  await request.post(`/api/users/${friend._id}/follow`, { headers: bearer(me), data: { inCircle: true } });

  await page.goto("/mainfeed");
  const tab = (name: string) => page.getByRole("navigation", { name: "Feeds" }).getByRole("link", { name });
  await expect(tab("Campus")).toHaveAttribute("aria-current", "page");
  await expect(postWith(page, others)).toHaveCount(1);
  await tab("My circle").click();
  await expect(page).toHaveURL("/mainfeed?feed=circle");
  await expect(postWith(page, theirs)).toHaveCount(4);
  await expect(postWith(page, others)).toHaveCount(0);

  await test.step("each tab has its own place", async () => {
    await scrollToPost(page, postWith(page, `Number 0 #${theirs}`));
    const last = postWith(page, `Number 0 #${theirs}`);
    const place = await topOf(last);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await tab("Campus").click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(20);
    await tab("My circle").click();
    await expect.poll(async () => Math.abs((await topOf(last)) - place)).toBeLessThan(40);
    await tab("My circle").click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("Home opens it again, from the server, and the address wins", async () => {
    await page.goto("/notify");
    const response = await page.request.get("/mainfeed");
    expect(await response.text()).toContain("Posts of your circle");
    await page.getByRole("navigation", { name: "Quick access" }).getByRole("link", { name: "Home" }).click();
    await expect(tab("My circle")).toHaveAttribute("aria-current", "page");
    await expect(postWith(page, theirs)).toHaveCount(4);
    await page.goto("/mainfeed?feed=campus");
    await expect(tab("Campus")).toHaveAttribute("aria-current", "page");
  });
});

test("a post is bookmarked, found again by a word, removed and brought back", { tag: "@desktop" }, async ({
  page,
  context,
  request,
}) => {
  const author = await makePerson(request, "Kabir Rao");
  const tag = uniqueTag("fort");
  await publish(request, author, `Café on the roof #${tag}`);
  await signIn(context, "Aarav Sharma");
  await page.goto("/mainfeed");
  const stored = page.waitForResponse("**/bookmark");
  await postWith(page, tag).getByRole("button", { name: "Bookmark" }).click();
  await expect(postWith(page, tag).getByRole("button", { name: "Remove bookmark" })).toBeVisible();

  await stored;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Bookmarks" }).click();
  await expect(postWith(page, tag)).toHaveCount(1);
  const field = page.getByRole("searchbox", { name: "Search your bookmarks" });
  await field.fill("roof cafe");
  await expect(page).toHaveURL("/bookmarks?q=roof%20cafe");
  await expect(postWith(page, tag)).toHaveCount(1);

  await postWith(page, tag).getByRole("button", { name: "Remove bookmark" }).click();
  await expect(postWith(page, tag)).toHaveCount(0);
  const restored = page.waitForResponse("**/bookmark");
  await page.getByRole("button", { name: "Undo" }).click();
  await restored;
  await expect(postWith(page, tag)).toHaveCount(1);
  await expect(postWith(page, tag).getByRole("button", { name: "Remove bookmark" })).toBeVisible();
  await page.reload();
  await expect(postWith(page, tag)).toHaveCount(1);
});
