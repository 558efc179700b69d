import { crc32 } from "node:zlib";
import sharp from "sharp";
import { AVATAR_PICTURE, POST_PICTURE, processPicture } from "@/lib/platform/media/picture";
import { expectPicture } from "@/lib/platform/media/sniff";

const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#ff9966",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });

const plain = (channels: 3 | 4) =>
  sharp({ create: { width: 64, height: 64, channels, background: "#33669980" } });
const deep = (channels: 3 | 4) => plain(channels).toColourspace("rgb16");

/** The same file with a header that claims so many megapixels. */
function claiming(picture: Buffer, megapixels: number): Buffer {
  const copy = Buffer.from(picture);
  const edge = Math.floor(Math.sqrt(megapixels * 1_000_000));
  const claim = (at: number) => copy.writeUInt32BE(edge, copy.writeUInt32BE(edge, at));
  if (copy.toString("latin1", 12, 16) === "IHDR") {
    claim(16);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  } else {
    // An AVIF says its size in each `ispe`; the one of its transparency must agree.
    for (let at = copy.indexOf("ispe"); at >= 0; at = copy.indexOf("ispe", at + 4)) claim(at + 8);
  }
  return copy;
}

describe("a picture somebody uploads", () => {
  it("loses its location, its camera and its comments", async () => {
    const located = await photo(800, 600)
      .withExif({
        IFD0: { Make: "Phone", ImageDescription: "hostel" },
        IFD3: { GPSLatitude: "26/1 13/1 0/1", GPSLatitudeRef: "N" },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(located).metadata()).exif).toBeDefined();
    const made = await processPicture(located, POST_PICTURE);
    for (const data of [made.master, ...made.sizes.map((size) => size.data)]) {
      const { exif, xmp, iptc, icc } = await sharp(data).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it("is turned upright as the camera says", async () => {
    const sideways = await photo(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await processPicture(sideways, POST_PICTURE);
    expect([width, height]).toEqual([300, 400]);
  });

  it("is made to fit, with smaller copies up to its own width and a tiny placeholder", async () => {
    const made = await processPicture(await photo(3000, 1500).jpeg().toBuffer(), POST_PICTURE);
    expect([made.width, made.height, made.format]).toEqual([2048, 1024, "jpg"]);
    expect(made.sizes.map((size) => size.width)).toEqual([320, 640, 1080]);
    expect(made.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(made.placeholder.length).toBeLessThanOrEqual(400);
    const small = await processPicture(await photo(500, 400).jpeg().toBuffer(), POST_PICTURE);
    expect(small.sizes.map((size) => size.width)).toEqual([320]);
  });

  it("keeps its transparency and its movement", async () => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect(await sharp((await processPicture(clear, POST_PICTURE)).master).metadata()).toMatchObject({
      format: "webp",
      hasAlpha: true,
    });
    const frames = Buffer.concat([0, 128, 255].map((shade) => Buffer.alloc(40 * 30 * 3, shade)));
    const gif = await sharp(frames, { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
      .gif({ loop: 0 })
      .toBuffer();
    const moving = await processPicture(gif, POST_PICTURE);
    expect(await sharp(moving.master).metadata()).toMatchObject({ format: "webp", pages: 3 });
    expect([moving.width, moving.height]).toEqual([40, 30]);
  });

  it("fits 500 by 500 as an avatar", async () => {
    const { width, height, format } = await processPicture(
      await photo(1200, 900).png().toBuffer(),
      AVATAR_PICTURE,
    );
    expect([width, height, format]).toEqual([500, 375, "webp"]);
  });

  it("is refused from its header when it has 41 megapixels, before anything is decoded", async () => {
    const bomb = await sharp({ create: { width: 8200, height: 5000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    const started = performance.now();
    await expect(processPicture(bomb, POST_PICTURE)).rejects.toMatchObject({
      code: "too_large",
      status: 413,
    });
    expect(performance.now() - started).toBeLessThan(250);
  });

  it.each([
    ["a PNG of 16-bit samples", 20, () => deep(3).png()],
    ["a transparent PNG of 16-bit samples", 13, () => deep(4).png()],
    ["an interlaced PNG", 20, () => plain(3).png({ progressive: true })],
    ["an AVIF", 13, () => plain(3).avif()],
    ["an AVIF of 10-bit samples", 10, () => plain(3).avif({ bitdepth: 10 })],
    ["a transparent AVIF", 10, () => plain(4).avif()],
  ])("is refused from its header as %s of more than %i megapixels", async (_, megapixels, make) => {
    const picture = await make().toBuffer();
    const refusal = expect.objectContaining({ code: "too_large", message: expect.stringContaining("JPG") });
    await expect(processPicture(claiming(picture, megapixels + 0.5), POST_PICTURE)).rejects.toEqual(refusal);
    // What fits the budget is decoded, and then found to hold less than its header claims.
    await expect(processPicture(claiming(picture, megapixels), POST_PICTURE)).rejects.toMatchObject({
      code: "validation",
    });
  });

  it.each([
    ["a 24-megapixel JPEG", 6000, 4000, "jpeg"],
    ["a 24-megapixel PNG", 6000, 4000, "png"],
    ["a 24-megapixel WebP", 6000, 4000, "webp"],
    ["a 12-megapixel AVIF", 4000, 3000, "avif"],
  ] as const)("is taken as %s, which phones make", async (_, width, height, format) => {
    const picture = sharp({ create: { width, height, channels: 3, background: "#336699" } });
    const made = await processPicture(await picture.toFormat(format, { effort: 1 }).toBuffer(), POST_PICTURE);
    expect(made.width).toBe(2048);
  });

  it("is refused when it lies about its size, is cut off or is nothing at all", async () => {
    const png = await photo(64, 64).png().toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    await expect(processPicture(png, POST_PICTURE)).rejects.toMatchObject({ status: expect.any(Number) });
    const whole = await photo(900, 700).jpeg().toBuffer();
    await expect(processPicture(whole.subarray(0, whole.length / 2), POST_PICTURE)).rejects.toMatchObject({
      status: 400,
    });
    await expect(processPicture(Buffer.from("hello"), POST_PICTURE)).rejects.toMatchObject({ status: 400 });
    await expect(processPicture(Buffer.alloc(0), POST_PICTURE)).rejects.toMatchObject({ status: 400 });
  });

  it("is refused when its animation would take more than its share of work", async () => {
    const frames = 160;
    const raw = Buffer.alloc(8 * 8 * 3 * frames);
    for (let i = 0; i < frames; i++) raw.fill(i, i * 192, (i + 1) * 192);
    const long = await sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
      .gif({ keepDuplicateFrames: true })
      .toBuffer();
    await expect(processPicture(long, POST_PICTURE)).rejects.toMatchObject({ code: "too_large" });
  });

  it("keeps nothing of a page that was hidden in it", async () => {
    const html = "<script>alert(document.domain)</script>";
    const jpeg = await photo(300, 200).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)]);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(html)]);
    expectPicture(polyglot);
    const made = await processPicture(polyglot, POST_PICTURE);
    expect(made.master.includes("<script>")).toBe(false);
  });
});

describe("what counts as a picture", () => {
  it.each([
    [
      "a drawing that can hold scripts",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ],
    ["a page", "<!doctype html><html><script>1</script></html>"],
    ["a document", "%PDF-1.7\n"],
    ["a program", "MZ\u0090\u0000"],
    ["nothing", ""],
    ["a HEIC photo", "\0\0\0\u0018ftypheic\0\0\0\0mif1heic"],
    ["a TIFF", "II*\0\u0008\0\0\0\0\0"],
  ])("%s is not, whatever it is called", (_, content) => {
    expect(() => expectPicture(Buffer.from(content, "latin1"))).toThrow(
      expect.objectContaining({ code: "unsupported_type", status: 415 }),
    );
  });

  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("a %s is", async (format) => {
    const picture = await photo(32, 32).toFormat(format).toBuffer();
    expect(() => expectPicture(picture)).not.toThrow();
    await expect(processPicture(picture, POST_PICTURE)).resolves.toMatchObject({ width: 32, height: 32 });
  });
});
