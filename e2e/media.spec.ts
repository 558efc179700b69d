import { readFileSync } from "node:fs";
import { BufferSource, Input, MP4, WEBM } from "mediabunny";
import type { Page } from "playwright/test";
import sharp from "sharp";
import { withEdits } from "../tests/video-files";
import { captionOf, composerOf, postButton, postWith, test, uniqueTag } from "./feed";
import { expect, signIn } from "./fixtures";

/** Photos and videos as phones make them: what the browser makes of them before it sends them. */

type Prepared = { file: Buffer; width: number; height: number; duration?: number };
type Job = { area?: object; part?: object };

const fixture = (name: string) => readFileSync(`lib/platform/media/fixtures/${name}`);
const TRACES = ["26.2183", "Ishita", "GPS", "Exif", "ISO6709"];

/** Prepares a file as the composer does, in the page's worker, and returns what would be sent. */
async function prepare(
  page: Page,
  worker: "picture" | "video",
  bytes: Buffer,
  job: Job = {},
): Promise<Prepared> {
  const { file, ...facts } = await page.evaluate(
    async ({ worker, base64, job }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const background = new Worker(`/workers/${worker}.js`);
      const result = await new Promise<{ file: Blob; width: number; height: number; duration?: number }>(
        (resolve, reject) => {
          background.onmessage = ({ data }) => {
            if (data.result) resolve(data.result);
            else if (!("progress" in data)) reject(new Error(data.invalid ?? data.failure));
          };
          background.postMessage({ file: new Blob([bytes]), ...job });
        },
      );
      background.terminate();
      const address: string = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsDataURL(result.file);
      });
      return { ...result, file: address.slice(address.indexOf(",") + 1) };
    },
    { worker, base64: bytes.toString("base64"), job },
  );
  return { ...facts, file: Buffer.from(file, "base64") };
}

function expectNoTraces(file: Buffer): void {
  expect(TRACES.filter((trace) => file.includes(trace))).toEqual([]);
}

/** The colour of a pixel: red, blue, or clear. */
async function colourAt(file: Buffer, left: number, top: number): Promise<string> {
  const [red = 0, , blue = 0, alpha = 255] = await sharp(file)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  if (alpha < 128) return "clear";
  return red > blue ? "red" : "blue";
}

/** Upright 96 × 128, red at the top left; stored sideways with a location. */
const sidewaysJpeg = () =>
  sharp({ create: { width: 128, height: 96, channels: 3, background: "#2040e0" } })
    .composite([
      { input: { create: { width: 64, height: 48, channels: 3, background: "#e02020" } }, left: 0, top: 48 },
    ])
    .withExif({
      IFD0: { Make: "Phone of Ishita" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "26/1 13/1 5/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** The colours that a video shows, red, green or blue, at ten moments. */
function coloursOf(page: Page, file: Buffer): Promise<string[]> {
  return page.evaluate(async (base64) => {
    const video = document.createElement("video");
    video.muted = true;
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    video.src = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
    const next = (event: string) =>
      new Promise((resolve) => video.addEventListener(event, resolve, { once: true }));
    await next("loadeddata");
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    const colours = new Set<string>();
    for (let moment = 0; moment < 10; moment++) {
      const sought = next("seeked");
      video.currentTime = (video.duration * moment) / 9;
      await sought;
      let [red, green, blue] = [0, 0, 0];
      // A frame that was sought is black until it is painted.
      while (Math.max(red, green, blue) < 40) {
        await new Promise(requestAnimationFrame);
        context?.drawImage(video, 0, 0, 1, 1);
        [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
      }
      colours.add(red > green && red > blue ? "red" : green > blue ? "green" : "blue");
    }
    return [...colours];
  }, file.toString("base64"));
}

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("photos of phones become upright JPEGs without location or camera", async ({ page }) => {
  const photos = { heic: fixture("iphone.heic"), jpeg: await sidewaysJpeg() };
  for (const [name, photo] of Object.entries(photos)) {
    expect(TRACES.some((trace) => photo.includes(trace))).toBe(true);
    const { file, width, height } = await prepare(page, "picture", photo);
    const metadata = await sharp(file).metadata();
    expect([name, metadata.format, metadata.width, metadata.height]).toEqual([name, "jpeg", 96, 128]);
    expect([width, height, metadata.orientation, metadata.exif]).toEqual([96, 128, undefined, undefined]);
    expect([await colourAt(file, 20, 20), await colourAt(file, 76, 20)]).toEqual(["red", "blue"]);
    expectNoTraces(file);
  }
});

test("large photos become smaller, and others keep what they need", async ({ page }) => {
  const large = await prepare(page, "picture", fixture("large.heic"));
  expect(await sharp(large.file).metadata()).toMatchObject({ format: "jpeg", width: 4032, height: 3024 });
  const huge = await sharp({ create: { width: 8064, height: 6048, channels: 3, background: "#3a7" } })
    .jpeg()
    .toBuffer();
  expect(await prepare(page, "picture", huge)).toMatchObject({ width: 4096, height: 3072 });

  const hole = { input: { create: { width: 20, height: 20, channels: 4 as const, background: "#0000" } } };
  const clear = sharp({ create: { width: 60, height: 40, channels: 4, background: "#e02020" } }).composite([
    { ...hole, left: 0, top: 0, blend: "dest-in", tile: false },
  ]);
  for (const format of ["png", "webp", "avif"] as const) {
    const { file } = await prepare(page, "picture", await clear.clone().toFormat(format).toBuffer());
    expect([format, await colourAt(file, 50, 30)]).toEqual([format, "clear"]);
  }
  const screenshot = await prepare(
    page,
    "picture",
    await sharp(await sidewaysJpeg())
      .png()
      .toBuffer(),
  );
  expect((await sharp(screenshot.file).metadata()).format).toBe("png");
});

test("tall screenshots and panoramas stay readable", async ({ page }) => {
  for (const [width, height] of [
    [1080, 20_000],
    [9_000, 500],
  ] as const) {
    const picture = await sharp({ create: { width, height, channels: 3, background: "#e8e8ec" } })
      .png()
      .toBuffer();
    expect(await prepare(page, "picture", picture)).toMatchObject({ width, height });
  }
});

test("a photo without its end, as some cameras leave it, is taken, and half of one is not", async ({
  page,
  context,
}) => {
  await signIn(context, "Ishita Verma");
  await page.goto("/create-post");
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#000", noise } })
    .jpeg()
    .toBuffer();
  const choose = (buffer: Buffer) =>
    composerOf(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: "pano.jpg", mimeType: "image/jpeg", buffer });
  await choose(photo.subarray(0, -2));
  await expect(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
  await choose(photo.subarray(0, photo.length * 0.6));
  await expect(page.getByText("That picture can't be read.").first()).toBeVisible();
});

test("a GIF that moves goes on moving, and a part of a photo can be cut out", async ({ page }) => {
  const frames = ["#e02020", "#2040e0"].map((background) => ({
    create: { width: 30, height: 20, channels: 3 as const, background },
  }));
  const images = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
  const gif = await sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer();
  const moving = await prepare(page, "picture", gif);
  expect(await sharp(moving.file, { animated: true }).metadata()).toMatchObject({ format: "gif", pages: 2 });
  await expect(prepare(page, "picture", gif, { area: { x: 0, y: 0, width: 9, height: 9 } })).rejects.toThrow(
    /can't be cropped/,
  );
  const part = await prepare(page, "picture", fixture("iphone.heic"), {
    area: { x: 48, y: 0, width: 48, height: 64 },
  });
  expect(await sharp(part.file).metadata()).toMatchObject({ width: 48, height: 64 });
  expect(await colourAt(part.file, 24, 30)).toBe("blue");
});

test("videos are written anew, without location, camera and names", async ({ page }) => {
  for (const [name, container, codec] of [
    ["located.mp4", MP4, "avc"],
    ["fragmented.mp4", MP4, "avc"],
    ["quicktime.mov", MP4, "avc"],
    ["matroska.mkv", MP4, "avc"],
    ["pcm.mov", MP4, "avc"],
    // Chromium encodes H.264, and has no decoder for HEVC: the media host decides about that.
    ["av1.mp4", MP4, "avc"],
    ["hevc.mov", MP4, "hevc"],
    ["located.webm", WEBM, "vp9"],
    ["live.webm", WEBM, "vp8"],
  ] as const) {
    const { file, width, height, duration } = await prepare(page, "video", fixture(name));
    const input = new Input({ source: new BufferSource(file), formats: [MP4, WEBM] });
    const video = await input.getPrimaryVideoTrack();
    expect([name, await input.getFormat(), await video?.getCodec()]).toEqual([name, container, codec]);
    expect([name, width, height, Math.round(duration ?? 0)]).toEqual([name, 96, 64, 1]);
    expectNoTraces(file);
  }
});

test("of a video that was cut by noting what to show, nothing else is sent", async ({ page }) => {
  for (const [name, video, seconds] of [
    // At a key frame, copied; between two of them, encoded again.
    ["copied", fixture("cut-at-both-ends.mp4"), 2],
    ["encoded", withEdits(fixture("red-green-blue.mp4"), [{ from: 1.3, length: 1.4 }]), 1.4],
  ] as const) {
    const { file, duration = 0 } = await prepare(page, "video", video);
    expect([name, Math.abs(duration - seconds) < 0.05]).toEqual([name, true]);
    const track = await new Input({ source: new BufferSource(file), formats: [MP4] }).getPrimaryVideoTrack();
    expect([name, (await track?.getFirstTimestamp()) ?? -1]).toEqual([name, 0]);
    const { packetCount = 99 } = (await track?.computePacketStats()) ?? {};
    expect(packetCount).toBeLessThanOrEqual(seconds * 25 + 1);
    expect([name, await coloursOf(page, file)]).toEqual([name, ["green"]]);
  }
  const pieced = withEdits(fixture("red-green-blue.mp4"), [
    { from: 0, length: 1 },
    { from: 3, length: 1 },
  ]);
  await expect(prepare(page, "video", pieced)).rejects.toThrow(/cut into several parts/);
});

test("videos with more colour than others can play are encoded anew", async ({ page }) => {
  for (const name of ["chroma-444.mp4", "ten-bits.mp4", "chroma-444.webm", "ten-bits.webm", "spoken.mp4"]) {
    const { file, duration } = await prepare(page, "video", fixture(name));
    const track = await new Input({ source: new BufferSource(file), formats: [MP4] }).getPrimaryVideoTrack();
    expect([name, await track?.getCodecParameterString()]).toEqual([
      name,
      expect.stringMatching(/^avc1\.(42|4d|64)/),
    ]);
    expect([name, Math.round(duration ?? 0)]).toEqual([name, 1]);
    expectNoTraces(file);
  }
});

test("a part of a video holds nothing of the rest", async ({ page }) => {
  for (const [name, from, to] of [
    // At a key frame, copied; between two of them, encoded again.
    ["trim.mp4", 1, 2],
    ["trim.mp4", 0.4, 1.6],
    ["located.webm", 0.3, 0.8],
  ] as const) {
    const { file, duration } = await prepare(page, "video", fixture(name), { part: { from, to } });
    expect([name, Math.abs((duration ?? 0) - (to - from)) < 0.15]).toEqual([name, true]);
    const input = new Input({ source: new BufferSource(file), formats: [MP4, WEBM] });
    const track = await input.getPrimaryVideoTrack();
    const { packetCount = 0 } = (await track?.computePacketStats()) ?? {};
    expect(packetCount).toBeGreaterThan(3);
    expect(packetCount).toBeLessThanOrEqual((to - from) * 10 + 1);
  }
});

test("hostile files are rejected with a sentence", async ({ page }) => {
  const claiming = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  claiming.writeUInt32BE(60_000, 16);
  claiming.writeUInt32BE(60_000, 20);
  const heic = fixture("large.heic");
  const video = fixture("located.mp4");
  for (const [worker, bytes, message] of [
    ["picture", claiming, /more than 100 megapixels/],
    ["picture", heic.subarray(0, 3_000), /can't be read/],
    ["picture", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /Please select a media file/],
    ["picture", Buffer.from("<!doctype html><script>alert(1)</script>"), /Please select a media file/],
    ["video", video.subarray(0, 2_000), /./],
    ["video", fixture("sound.mp4"), /no picture in that video/],
  ] as const) {
    await expect(prepare(page, worker, bytes)).rejects.toThrow(message);
  }
});

test("an iPhone's photo, chosen in the composer, becomes a post", async ({ page, context }) => {
  const tag = uniqueTag("heic");
  await signIn(context, "Ishita Verma");
  await page.goto("/create-post");
  await captionOf(page).fill(`Roof #${tag}`);
  await composerOf(page)
    .locator('input[type="file"]')
    .setInputFiles({ name: "IMG_1.HEIC", mimeType: "image/heic", buffer: fixture("iphone.heic") });
  await expect(page.getByRole("button", { name: "Remove photo" })).toBeVisible();
  await postButton(page).click();
  await expect(page).toHaveURL(/mainfeed/);
  await expect(postWith(page, tag).getByAltText("Photo by Ishita Verma")).toHaveJSProperty("complete", true);
});
