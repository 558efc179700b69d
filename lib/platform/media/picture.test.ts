import { crc32 } from "node:zlib";
import sharp from "sharp";
import { AVATAR_PICTURE, POST_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";
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

/** The same file with a header that claims this many megapixels. */
function claiming(picture: Buffer, megapixels: number): Buffer {
  const copy = Buffer.from(picture);
  const edge = Math.floor(Math.sqrt(megapixels * 1_000_000));
  const claim = (at: number) => copy.writeUInt32BE(edge, copy.writeUInt32BE(edge, at));
  if (copy.toString("latin1", 12, 16) === "IHDR") {
    claim(16);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  } else {
    // An AVIF declares its size in each `ispe`; that of its alpha plane must match.
    for (let at = copy.indexOf("ispe"); at >= 0; at = copy.indexOf("ispe", at + 4)) claim(at + 8);
  }
  return copy;
}

describe("an uploaded picture", () => {
  it("loses its location, its camera and its comments", async () => {
    const located = await photo(800, 600)
      .withExif({
        IFD0: { Make: "Phone", ImageDescription: "hostel" },
        IFD3: { GPSLatitude: "26/1 13/1 0/1", GPSLatitudeRef: "N" },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(located).metadata()).exif).toBeDefined();
    const processed = await processOwnPicture(located, POST_PICTURE);
    for (const data of [processed.master, ...processed.sizes.map((size) => size.data)]) {
      const { exif, xmp, iptc, icc } = await sharp(data).metadata();
      expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it("is the first one of an AVIF sequence", async () => {
    const still = await photo(400, 300).avif().toBuffer();
    const sequence = Buffer.from(still.toString("latin1").replace("ftypavif", "ftypavis"), "latin1");
    const { width, height } = await processOwnPicture(sequence, POST_PICTURE);
    expect([width, height]).toEqual([400, 300]);
  });

  it("is rotated as its EXIF orientation says", async () => {
    const sideways = await photo(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height } = await processOwnPicture(sideways, POST_PICTURE);
    expect([width, height]).toEqual([300, 400]);
  });

  it("is scaled to fit, with resized copies up to its own width and a placeholder", async () => {
    const processed = await processOwnPicture(await photo(3000, 2000).jpeg().toBuffer(), POST_PICTURE);
    expect([processed.width, processed.height, processed.format]).toEqual([2048, 1365, "jpg"]);
    expect(processed.sizes.map((size) => size.width)).toEqual([320, 640, 1080]);
    expect(processed.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(processed.placeholder.length).toBeLessThanOrEqual(400);
    const small = await processOwnPicture(await photo(500, 400).jpeg().toBuffer(), POST_PICTURE);
    expect(small.sizes.map((size) => size.width)).toEqual([320]);
  });

  it("preserves transparency and animation", async () => {
    const clear = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#00000000" } })
      .png()
      .toBuffer();
    expect(await sharp((await processOwnPicture(clear, POST_PICTURE)).master).metadata()).toMatchObject({
      format: "webp",
      hasAlpha: true,
    });
    const frames = Buffer.concat([0, 128, 255].map((shade) => Buffer.alloc(40 * 30 * 3, shade)));
    const gif = await sharp(frames, { raw: { width: 40, height: 90, channels: 3, pageHeight: 30 } })
      .gif({ loop: 0 })
      .toBuffer();
    const animated = await processOwnPicture(gif, POST_PICTURE);
    expect(await sharp(animated.master).metadata()).toMatchObject({ format: "webp", pages: 3 });
    expect([animated.width, animated.height]).toEqual([40, 30]);
    const still = await sharp(animated.still).metadata();
    expect([still.format, still.width, still.height, still.pages]).toEqual(["webp", 40, 30, undefined]);
  });

  it.each([
    ["a tall screenshot", 1080, 20_000, "png", { width: 1080, height: 20_000, format: "jpg" }],
    ["a tall photo", 1440, 9_000, "jpeg", { width: 1080, height: 6_750, format: "jpg" }],
    ["a panorama", 8_000, 600, "png", { width: 8_000, height: 600, format: "webp" }],
  ] as const)("stays readable: %s", async (_, width, height, format, expected) => {
    const picture = sharp({ create: { width, height, channels: 3, background: "#336699" } });
    const processed = await processOwnPicture(await picture.toFormat(format).toBuffer(), POST_PICTURE);
    expect(processed).toMatchObject(expected);
    const master = await sharp(processed.master).metadata();
    expect([master.width, master.height]).toEqual([expected.width, expected.height]);
    // A copy that would be too high for its format is left out.
    for (const { width, data } of processed.sizes) {
      const copy = await sharp(data).metadata();
      expect([copy.width, (copy.height ?? 0) <= 16_383]).toEqual([width, true]);
    }
    expect(processed.placeholder).toMatch(/^data:image\/webp/);
  });

  it("stays transparent when it is tall, within what its format can hold", async () => {
    const clear = sharp({ create: { width: 1080, height: 20_000, channels: 4, background: "#00000080" } });
    const processed = await processOwnPicture(await clear.png().toBuffer(), POST_PICTURE);
    expect(processed).toMatchObject({ format: "webp", width: 885, height: 16_383 });
  });

  it("is taken without its end, as some cameras leave it, if no more than its last rows are missing", async () => {
    const complete = await photo(600, 400).jpeg().toBuffer();
    const panorama = await photo(600, 400)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer();
    for (const missing of [1, 2, 40]) {
      expect(await processOwnPicture(complete.subarray(0, -missing), POST_PICTURE)).toMatchObject({
        width: 600,
      });
    }
    // Camera makers write things of their own where the end should be.
    const trailer = Buffer.concat([complete.subarray(0, -2), Buffer.from("SEFT of a phone")]);
    expect(await processOwnPicture(trailer, POST_PICTURE)).toMatchObject({ width: 600, height: 400 });
    expect(await processOwnPicture(panorama.subarray(0, -2), POST_PICTURE)).toMatchObject({ width: 400 });
    for (const picture of [complete, panorama, await photo(200, 120).jpeg().toBuffer()]) {
      for (const share of [0.6, 0.7]) {
        await expect(
          processOwnPicture(picture.subarray(0, picture.length * share), POST_PICTURE),
        ).rejects.toMatchObject({ status: 400 });
      }
    }
  });

  it("fits 500 by 500 as an avatar", async () => {
    const { width, height, format } = await processOwnPicture(
      await photo(1200, 900).png().toBuffer(),
      AVATAR_PICTURE,
    );
    expect([width, height, format]).toEqual([500, 375, "webp"]);
  });

  it("is rejected from its header when it has 41 megapixels, before decoding", async () => {
    const bomb = await sharp({ create: { width: 8200, height: 5000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    const header = bomb.subarray(0, 64);
    await expect(processOwnPicture(header, POST_PICTURE)).rejects.toMatchObject({
      code: "too_large",
      status: 413,
    });
  });

  it.each([
    ["a PNG of 16-bit samples", 20, () => deep(3).png()],
    ["a transparent PNG of 16-bit samples", 13, () => deep(4).png()],
    ["an interlaced PNG", 20, () => plain(3).png({ progressive: true })],
    ["an AVIF", 13, () => plain(3).avif()],
    ["an AVIF of 10-bit samples", 10, () => plain(3).avif({ bitdepth: 10 })],
    ["a transparent AVIF", 10, () => plain(4).avif()],
  ])("is rejected from its header as %s of more than %i megapixels", async (_, megapixels, make) => {
    const picture = await make().toBuffer();
    const rejection = expect.objectContaining({ code: "too_large", message: expect.stringContaining("JPG") });
    await expect(processOwnPicture(claiming(picture, megapixels + 0.5), POST_PICTURE)).rejects.toEqual(
      rejection,
    );
    // Within the budget it is decoded, and then turns out to hold less than its header claims.
    await expect(processOwnPicture(claiming(picture, megapixels), POST_PICTURE)).rejects.toMatchObject({
      code: "validation",
    });
  });

  it.each([
    ["a 24-megapixel JPEG", 6000, 4000, "jpeg"],
    ["a 24-megapixel PNG", 6000, 4000, "png"],
    ["a 24-megapixel WebP", 6000, 4000, "webp"],
    ["a 12-megapixel AVIF", 4000, 3000, "avif"],
  ] as const)("is accepted as %s, as phones produce", async (_, width, height, format) => {
    const picture = sharp({ create: { width, height, channels: 3, background: "#336699" } });
    const processed = await processOwnPicture(
      await picture.toFormat(format, { effort: 1 }).toBuffer(),
      POST_PICTURE,
    );
    expect(processed.width).toBe(2048);
  });

  it("is rejected when its header lies, or it is truncated or empty", async () => {
    const png = await photo(64, 64).png().toBuffer();
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    await expect(processOwnPicture(png, POST_PICTURE)).rejects.toMatchObject({ status: expect.any(Number) });
    const complete = await photo(900, 700).jpeg().toBuffer();
    await expect(
      processOwnPicture(complete.subarray(0, complete.length / 2), POST_PICTURE),
    ).rejects.toMatchObject({
      status: 400,
    });
    await expect(processOwnPicture(Buffer.from("hello"), POST_PICTURE)).rejects.toMatchObject({
      status: 400,
    });
    await expect(processOwnPicture(Buffer.alloc(0), POST_PICTURE)).rejects.toMatchObject({ status: 400 });
  });

  it("is rejected when its animation is too expensive", async () => {
    const frames = 310;
    const raw = Buffer.alloc(8 * 8 * 3 * frames);
    for (let i = 0; i < frames; i++) raw.fill(i, i * 192, (i + 1) * 192);
    const long = await sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
      .gif({ keepDuplicateFrames: true })
      .toBuffer();
    await expect(processOwnPicture(long, POST_PICTURE)).rejects.toMatchObject({ code: "too_large" });
  });

  it("loses an HTML page hidden in it", async () => {
    const html = "<script>alert(document.domain)</script>";
    const jpeg = await photo(300, 200).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)]);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(html)]);
    expectPicture(polyglot);
    const processed = await processOwnPicture(polyglot, POST_PICTURE);
    expect(processed.master.includes("<script>")).toBe(false);
  });
});

describe("the picture check", () => {
  it.each([
    [
      "an SVG with a script",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ],
    ["an HTML page", "<!doctype html><html><script>1</script></html>"],
    ["a PDF", "%PDF-1.7\n"],
    ["an executable", "MZ\u0090\u0000"],
    ["an empty file", ""],
    ["a HEIC photo", "\0\0\0\u0018ftypheic\0\0\0\0mif1heic"],
    ["a TIFF", "II*\0\u0008\0\0\0\0\0"],
  ])("rejects %s", (_, content) => {
    expect(() => expectPicture(Buffer.from(content, "latin1"))).toThrow(
      expect.objectContaining({ code: "unsupported_type", status: 415 }),
    );
  });

  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)("accepts a %s", async (format) => {
    const picture = await photo(32, 32).toFormat(format).toBuffer();
    expect(() => expectPicture(picture)).not.toThrow();
    await expect(processOwnPicture(picture, POST_PICTURE)).resolves.toMatchObject({ width: 32, height: 32 });
  });
});
