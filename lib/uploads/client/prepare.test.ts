import sharp from "sharp";
import { sendsSmallPictures } from "@/lib/settings/client/preferences";
import { areaWithin } from "@/lib/uploads/client/encode-picture";
import { preparePicture } from "@/lib/uploads/client/picture";
import { InvalidMediaError, prepareMedia } from "@/lib/uploads/client/prepare";

jest.mock("@/lib/settings/client/preferences", () => ({ sendsSmallPictures: jest.fn(() => false) }));

/** What preparing takes from a browser: `encode` is what its canvas makes of any picture. */
const close = jest.fn();
const encoded = new Blob(["encoded"], { type: "image/jpeg" });
let encode: (canvas: { width: number }, quality: number | undefined) => Blob;

beforeEach(() => {
  encode = () => encoded;
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 400, height: 300, close }) as never);
  const canvas = {
    width: 0,
    getContext: () => ({ drawImage: jest.fn(), getImageData: () => ({ data: [0, 0, 0, 255] }) }),
    toBlob: (callback: (blob: Blob) => void, _type: string, quality?: number) =>
      callback(encode(canvas, quality)),
  };
  Object.assign(globalThis, { document: { createElement: () => canvas } });
});

const picture = (format: "png" | "jpeg" | "gif" | "avif", width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: "#3046e6" } })
    .toFormat(format)
    .toBuffer();
const fileOf = (bytes: Buffer | string, name = "chosen", type = "") =>
  new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type });

async function errorOf(file: File): Promise<string> {
  const error = await prepareMedia(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidMediaError);
  return (error as InvalidMediaError).message;
}

test("encodes a picture anew and gives its size, also where there are no workers", async () => {
  const media = await prepareMedia(fileOf(await picture("jpeg"), "IMG_1.jpg", "image/jpeg"));
  expect(media).toMatchObject({ mediaType: "image", width: 400, height: 300, fileName: "photo.jpg" });
  expect(media.file).toBe(encoded);
  expect(close).toHaveBeenCalled();
});

test("looks at the bytes, not at the name", async () => {
  const media = await prepareMedia(fileOf(await picture("png"), "video.mp4", "video/mp4"));
  expect(media.mediaType).toBe("image");
});

test("says of a picture that moves that it does, and leaves it as it is", async () => {
  // Alike, they would be one frame.
  const frames = await Promise.all(
    ["#f00", "#00f"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const media = await prepareMedia(fileOf(gif));
  expect(media).toMatchObject({ isMoving: true, fileName: "photo.gif", mediaType: "image" });
  expect(await prepareMedia(fileOf(await picture("gif")))).not.toHaveProperty("isMoving");
});

const moving = async (frames: number, width: number, height: number) => {
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let at = 0; at < frames; at++)
    raw.fill(at % 250, at * width * height * 3, (at + 1) * width * height * 3);
  const pages = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return sharp(raw, { raw: pages }).gif({ keepDuplicateFrames: true, effort: 1 }).toBuffer();
};

test("takes what messengers make of pictures that move, and says of a larger one how large", async () => {
  for (const [frames, width, height] of [
    [75, 480, 270],
    [120, 640, 360],
  ] as const) {
    expect(await prepareMedia(fileOf(await moving(frames, width, height)))).toMatchObject({ isMoving: true });
  }
  expect(await errorOf(fileOf(await moving(301, 8, 8)))).toMatch(/^That animation has 301 pictures of 8 × 8/);
  expect(await errorOf(fileOf(await moving(130, 640, 360)))).toMatch(/At most 300, and 28 megapixels in all/);
});

test("says of a PNG that moves, and of an AVIF, that it will not", async () => {
  const png = await picture("png");
  const chunk = Buffer.from("\0\0\0\x08acTL\0\0\0\x03\0\0\0\0\0\0\0\0", "latin1");
  const animated = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
  expect(await prepareMedia(fileOf(animated))).toMatchObject({ losesMotion: true });
  expect(await prepareMedia(fileOf(png))).not.toHaveProperty("losesMotion");
  const still = await picture("avif");
  expect(await prepareMedia(fileOf(still))).not.toHaveProperty("losesMotion");
  const sequence = Buffer.from(still.toString("latin1").replace("ftypavif", "ftypavis"), "latin1");
  expect(await prepareMedia(fileOf(sequence))).toMatchObject({ losesMotion: true });
});

test("crops a prepared picture", async () => {
  const area = { x: 10, y: 20, width: 90, height: 60 };
  const part = await preparePicture({ file: fileOf(await picture("jpeg")), area });
  expect(part).toMatchObject({ width: 90, height: 60 });
});

test.each([
  ["hello", /^Please select a media file\. It can be a photo/],
  ["<svg xmlns='http://www.w3.org/2000/svg'/>", /^Please select a media file\./],
  ["<!doctype html><script>alert(1)</script>", /^Please select a media file\./],
  ["", /empty/],
  ["\x89PNG\r\n\x1a\nnonsense", /can't be read/],
])("rejects %j", async (bytes, message) => {
  expect(await errorOf(fileOf(Buffer.from(bytes, "latin1"), "photo.png", "image/png"))).toMatch(message);
});

test("rejects a picture larger than 50 MB", async () => {
  const large = Buffer.concat([await picture("jpeg"), Buffer.alloc(50 * 1024 ** 2)]);
  expect(await errorOf(fileOf(large))).toMatch(/larger than 50 MB/);
});

test("rejects a small file of very many pixels before decoding it", async () => {
  const png = await picture("png");
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  expect(await errorOf(fileOf(png))).toMatch(/more than 100 megapixels/);
  expect(createImageBitmap).not.toHaveBeenCalled();
});

test("rejects a picture that can't be decoded", async () => {
  globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error("no")));
  expect(await errorOf(fileOf(await picture("jpeg")))).toMatch(/can't be read/);
});

test("tries a smaller size when a picture stays too large", async () => {
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 8000, height: 6000, close }) as never);
  const large = new Blob([new Uint8Array(11 * 1024 ** 2)]);
  encode = ({ width }) => (width === 4096 ? large : encoded);
  const media = await prepareMedia(fileOf(await picture("jpeg")));
  expect(media).toMatchObject({ width: 2048, height: 1536 });
});

test("makes a picture for a slow network small: 1,600 px, and fewer bytes with lower quality", async () => {
  jest.mocked(sendsSmallPictures).mockReturnValue(true);
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 4000, height: 3000, close }) as never);
  const qualities: (number | undefined)[] = [];
  encode = (_canvas, quality = 1) => {
    qualities.push(Math.round(quality * 100));
    return new Blob([new Uint8Array(quality * 600_000)]);
  };
  const media = await prepareMedia(fileOf(await picture("jpeg")));
  expect(media).toMatchObject({ width: 1600, height: 1200 });
  expect(media.file.size).toBeLessThanOrEqual(400_000);
  expect(qualities).toEqual([85, 75, 65]);
  // A tall screenshot can still be read.
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 1080, height: 9000, close }) as never);
  expect((await prepareMedia(fileOf(await picture("png")))).width).toBe(533);
  jest.mocked(sendsSmallPictures).mockReturnValue(false);
});

test("an area is made of whole pixels inside the picture", () => {
  const size = { width: 100, height: 50 };
  expect(areaWithin(size, { x: -3, y: 10.4, width: 500, height: 20.6 })).toEqual({
    x: 0,
    y: 10,
    width: 100,
    height: 21,
  });
  expect(areaWithin(size, { x: 200, y: 200, width: 0, height: 0 })).toEqual({
    x: 99,
    y: 49,
    width: 1,
    height: 1,
  });
});
