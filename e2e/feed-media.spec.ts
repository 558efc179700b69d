import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator } from "playwright/test";
import { costlyVideos } from "../tests/video-files";
import { articles, postWith, publish, publishFile, test, uniqueTag } from "./feed";
import { animationsEnded, bearer, expect, expectAccessible, makePerson, signIn } from "./fixtures";

/** Pictures and videos in the feed. */

const fixture = (name: string) => readFileSync(`lib/platform/media/fixtures/${name}`);

const expectPlaying = (video: Locator) =>
  expect.poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && !element.ended));

test("pictures load at the right size, without layout shifts", async ({ page, context, request }) => {
  const tag = uniqueTag("pics");
  await signIn(context, "Ishita Verma");
  const author = await makePerson(request, "Kabir Rao");
  for (const height of [180, 300, 120]) await publish(request, author, `Of ${height} #${tag}`, { height });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  const types: (string | undefined)[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/media/image/upload/")) types.push(response.headers()["content-type"]);
  });
  await page.goto(`/tag/${tag}`);
  const picture = articles(page).first().getByAltText("Photo by Kabir Rao");
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).toHaveAttribute("srcset", /240w$/);
  await expect(picture).toHaveAttribute("sizes", /552px/);
  await page.mouse.wheel(0, 3_000);
  await expect(page.getByText("You're all caught up!")).toBeInViewport();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
  expect(types.length).toBeGreaterThan(0);
});

test("videos play while visible, one at a time, muted, and respect preferences", async ({
  page,
  context,
  request,
}) => {
  const tag = uniqueTag("video");
  await signIn(context, "Tara Deshmukh");
  const author = await makePerson(request, "Kabir Rao");
  const sample = { name: "sample.mp4", mimeType: "video/mp4", buffer: fixture("located.mp4") };
  await publishFile(request, author, `Lower #${tag}`, "video", sample);
  for (let count = 0; count < 4; count++) await publish(request, author, `Between #${tag}`, { height: 260 });
  // An iPhone's video is converted to MP4.
  const video = { name: "IMG_2.MOV", mimeType: "video/quicktime", buffer: fixture("quicktime.mov") };
  await publishFile(request, author, `Upper #${tag}`, "video", video);
  await page.goto(`/tag/${tag}`);
  const first = postWith(page, "Upper").locator("video");
  const second = postWith(page, "Lower").locator("video");

  await expectPlaying(first).toBe(true);
  await expect(first).toHaveJSProperty("muted", true);
  await expect(first).toHaveJSProperty("loop", true);
  await expect(first).toHaveAttribute("poster", /\/media\/video\/upload\/.+\.jpg$/);
  await expect(second).toHaveAttribute("preload", "none");
  await expectAccessible(page);

  await second.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await expectPlaying(second).toBe(true);
  await expectPlaying(first).toBe(false);
  const post = postWith(page, "Lower");
  await post.getByRole("button", { name: "Unmute" }).press("Enter");
  await expect(second).toHaveJSProperty("muted", false);
  await post.getByRole("button", { name: "Mute", exact: true }).press("Enter");
  await post.getByRole("button", { name: "Pause" }).press("Enter");
  await expectPlaying(second).toBe(false);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectPlaying(first).toBe(true);
  await second.scrollIntoViewIfNeeded();
  await expectPlaying(first).toBe(false);
  // A video paused by hand stays paused: both receive the same scroll.
  await animationsEnded(page);
  await expectPlaying(second).toBe(false);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.evaluate(() => window.scrollTo(0, 0));
  const play = postWith(page, "Upper").getByRole("button", { name: "Play" });
  await expect(play).toBeInViewport();
  await animationsEnded(page);
  await expectPlaying(first).toBe(false);
  await play.click();
  await expectPlaying(first).toBe(true);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.evaluate(() => localStorage.setItem("reducedData", "on"));
  await page.reload();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(play).toBeInViewport();
  await animationsEnded(page);
  await expectPlaying(first).toBe(false);
  await expect(first).toHaveAttribute("preload", "none");
});

test("a video that is costly to decode is rejected while other requests are served @local", async ({
  request,
}) => {
  const headers = bearer(await makePerson(request, "Kabir Rao"));
  const videos = costlyVideos(fixture("sideways.mp4"), fixture("live.webm"));
  const answerTime = async (url = "/api/health/live") => {
    const requestedAt = performance.now();
    expect((await request.get(url)).status()).toBe(200);
    return performance.now() - requestedAt;
  };
  // On the same busy machine, and with nothing else to do.
  const idleServer = createServer((_, answer) => answer.end()).listen(0, "127.0.0.1");
  await once(idleServer, "listening");
  const idleUrl = `http://127.0.0.1:${(idleServer.address() as AddressInfo).port}`;
  for (const [name, make] of Object.entries(videos)) {
    const signed = await request.post("/api/upload/signature", { headers, data: { mediaType: "video" } });
    const { uploadUrl, fields } = await signed.json();
    const file = { name: "video.mp4", mimeType: "video/mp4", buffer: make() };
    let usual = 0;
    for (let times = 0; times < 20; times++) usual = Math.max(usual, await answerTime());
    let isUnderway = true;
    const upload = request
      .post(uploadUrl, { multipart: { ...fields, file }, timeout: 60_000 })
      .finally(() => {
        isUnderway = false;
      });
    let slowest = 0;
    while (isUnderway) {
      usual = Math.max(usual, await answerTime(idleUrl));
      slowest = Math.max(slowest, await answerTime());
    }
    const answer = await upload;
    expect([name, answer.status()]).toEqual([name, 400]);
    expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^(That|We) .+\.$/) });
    // The goal is 200 ms, with room for a machine that also runs browsers and other tests, which
    // slow down every answer.
    expect(slowest).toBeLessThan(2_000 + 3 * usual);
  }
  idleServer.close();
});
