import { InvalidMediaError, mediaTypeOf, prepareMedia, sizeError } from "@/lib/uploads/client/prepare";

const MB = 1024 ** 2;
const close = jest.fn();

beforeEach(() => {
  globalThis.createImageBitmap = jest.fn(
    async () => ({ width: 400, height: 300, close }) as unknown as ImageBitmap,
  );
});

const file = (bytes: string, type: string) => new File([bytes], "chosen", { type });
const errorOf = async (chosen: File) => {
  const error = await prepareMedia(chosen).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidMediaError);
  return (error as InvalidMediaError).message;
};

test.each([
  ["image/png", "image"],
  ["video/webm", "video"],
  ["application/pdf", undefined],
  ["", undefined],
])("%j is of media type %j", (type, expected) => {
  expect(mediaTypeOf(type)).toBe(expected);
});

test("allows pictures up to 10 MB and videos up to 100 MB", () => {
  expect(sizeError("image", 10 * MB)).toBeUndefined();
  expect(sizeError("image", 10 * MB + 1)).toMatch(/picture is larger than 10 MB/);
  expect(sizeError("video", 100 * MB)).toBeUndefined();
  expect(sizeError("video", 100 * MB + 1)).toMatch(/video is larger than 100 MB/);
  expect(sizeError("image", 0)).toMatch(/empty/);
});

test("returns a picture with its size in pixels", async () => {
  const media = await prepareMedia(file("pixels", "image/png"));
  expect(media).toMatchObject({ mediaType: "image", width: 400, height: 300, fileName: "chosen" });
  expect(close).toHaveBeenCalled();
  URL.revokeObjectURL(media.objectUrl);
});

test("rejects a file that is neither picture nor video", async () => {
  expect(await errorOf(file("hello", "text/plain"))).toBe(
    "Please select a media file. It can be a photo (JPG, PNG, WebP, GIF, HEIC) or a video (MP4, MOV, WebM).",
  );
});

test("rejects SVG, which can contain scripts", async () => {
  expect(await errorOf(file("<svg/>", "image/svg+xml"))).toMatch(/JPG, PNG, WebP or GIF/);
});

test("rejects HEIC the browser can't decode, recognized by its bytes", async () => {
  globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error("no")));
  expect(await errorOf(file("\0\0\0\x18ftypheic", ""))).toMatch(/HEIC/);
});

test("accepts QuickTime as a video, recognized by its bytes", async () => {
  const media = await prepareMedia(file("\0\0\0\x14ftypqt  ", ""));
  expect(media).toMatchObject({ mediaType: "video" });
  URL.revokeObjectURL(media.objectUrl);
});

test("rejects a picture that can't be decoded", async () => {
  globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error("no")));
  expect(await errorOf(file("nonsense", "image/jpeg"))).toMatch(/can't be read/);
});

test("rejects a picture of more than 40 megapixels", async () => {
  globalThis.createImageBitmap = jest.fn(
    async () => ({ width: 8000, height: 6000, close }) as unknown as ImageBitmap,
  );
  expect(await errorOf(file("pixels", "image/jpeg"))).toMatch(/40 megapixels/);
});
