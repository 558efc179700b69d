import sharp from "sharp";
import { cleanGif, cleanWebp } from "@/lib/uploads/client/moving-picture";

const TRACE = "26.2183 N, camera of Ishita";

/** Two frames, red and blue. */
async function animation(format: "gif" | "webp"): Promise<Buffer> {
  const frame = (background: string) => ({
    create: { width: 8, height: 8, channels: 3 as const, background },
  });
  const frames = await Promise.all(["#f00", "#00f"].map((colour) => sharp(frame(colour)).png().toBuffer()));
  const image = sharp(frames, { join: { animated: true } });
  return format === "gif" ? image.gif().toBuffer() : image.webp({ lossless: true }).toBuffer();
}

const still = (format: "gif" | "webp") =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#0a0" } })
    .toFormat(format)
    .toBuffer();

const copy = (buffer: Buffer) => new Uint8Array(buffer);

function insert(gif: Buffer, extension: Buffer): Buffer {
  const first = gif.indexOf(Buffer.from([0x21, 0xf9]));
  return Buffer.concat([gif.subarray(0, first), extension, gif.subarray(first)]);
}

const block = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

test("a GIF retains its frames, and loses comments, metadata and what is behind it", async () => {
  const gif = await animation("gif");
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(TRACE), Buffer.from([0])]);
  const xmp = Buffer.concat([
    Buffer.from([0x21, 0xff]),
    block("XMP DataXMP"),
    block(TRACE),
    Buffer.from([0]),
  ]);
  const dirty = Buffer.concat([insert(insert(gif, comment), xmp), Buffer.from(TRACE)]);
  const { frames, bytes } = cleanGif(copy(dirty));
  expect(frames).toBe(2);
  expect(Buffer.from(bytes).includes(TRACE)).toBe(false);
  expect(Buffer.from(bytes).includes("NETSCAPE2.0")).toBe(gif.includes("NETSCAPE2.0"));
  expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
});

test("a WebP retains its frames, and loses EXIF, XMP and what is behind it", async () => {
  const webp = await sharp(await animation("webp"), { animated: true })
    .withExif({ IFD0: { Copyright: TRACE } })
    .webp({ lossless: true })
    .toBuffer();
  expect(webp.includes(TRACE)).toBe(true);
  const { frames, bytes } = cleanWebp(copy(Buffer.concat([webp, Buffer.from(TRACE)])));
  expect(frames).toBe(2);
  expect(Buffer.from(bytes).includes(TRACE)).toBe(false);
  const metadata = await sharp(bytes, { animated: true }).metadata();
  expect([metadata.pages, metadata.exif]).toEqual([2, undefined]);
});

test("a picture that does not move has one frame, or none", async () => {
  expect(cleanGif(copy(await still("gif"))).frames).toBe(1);
  expect(cleanWebp(copy(await still("webp"))).frames).toBe(0);
});

test("a truncated GIF is damaged", async () => {
  const gif = await animation("gif");
  for (const length of [5, 12, 40, gif.length - 1]) {
    expect(() => cleanGif(copy(gif.subarray(0, length)))).toThrow(RangeError);
  }
});
