import { InvalidMediaError, mediaTypeOf, prepareMedia, sizeError } from "@/lib/uploads/client/prepare";

const MB = 1024 ** 2;
const close = jest.fn();

beforeEach(() => {
  globalThis.createImageBitmap = jest.fn(
    async () => ({ width: 400, height: 300, close }) as unknown as ImageBitmap,
  );
});

const file = (bytes: string, type: string) => new File([bytes], "chosen", { type });
const refusalOf = async (chosen: File) => {
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

test("pictures fit up to 10 MB and videos up to 100 MB", () => {
  expect(sizeError("image", 10 * MB)).toBeUndefined();
  expect(sizeError("image", 10 * MB + 1)).toMatch(/picture is larger than 10 MB/);
  expect(sizeError("video", 100 * MB)).toBeUndefined();
  expect(sizeError("video", 100 * MB + 1)).toMatch(/video is larger than 100 MB/);
  expect(sizeError("image", 0)).toMatch(/empty/);
});

test("a picture is ready with its size in pixels", async () => {
  const media = await prepareMedia(file("pixels", "image/png"));
  expect(media).toMatchObject({ mediaType: "image", width: 400, height: 300, fileName: "chosen" });
  expect(close).toHaveBeenCalled();
  URL.revokeObjectURL(media.objectUrl);
});

test("what is neither picture nor video is not media", async () => {
  expect(await refusalOf(file("hello", "text/plain"))).toBe("Please select a media file.");
});

test("a drawing that can hold scripts is refused", async () => {
  expect(await refusalOf(file("<svg/>", "image/svg+xml"))).toMatch(/JPG, PNG, WebP or GIF/);
});

test("HEIC that this browser can't read is refused by its bytes, whatever it is called", async () => {
  globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error("no")));
  expect(await refusalOf(file("\0\0\0\x18ftypheic", ""))).toMatch(/HEIC/);
});

test("QuickTime is a video, by its bytes, whatever it is called", async () => {
  const media = await prepareMedia(file("\0\0\0\x14ftypqt  ", ""));
  expect(media).toMatchObject({ mediaType: "video" });
  URL.revokeObjectURL(media.objectUrl);
});

test("a picture that is none is refused", async () => {
  globalThis.createImageBitmap = jest.fn(async () => Promise.reject(new Error("no")));
  expect(await refusalOf(file("nonsense", "image/jpeg"))).toMatch(/can't be read/);
});

test("a picture of more than 40 megapixels is refused", async () => {
  globalThis.createImageBitmap = jest.fn(
    async () => ({ width: 8000, height: 6000, close }) as unknown as ImageBitmap,
  );
  expect(await refusalOf(file("pixels", "image/jpeg"))).toMatch(/40 megapixels/);
});
