/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { cloudinaryHost } from "@/lib/platform/media/cloudinary";
import type { MediaHost, MediaType } from "@/lib/platform/media/host";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { type FakeCloudinary, startFakeCloudinary } from "@/tests/fake-cloudinary";
import { spyOnApi } from "@/tests/spy-on-api";

/**
 * The browser's upload, and Cloudinary's own package on the server, against a Cloudinary of ours.
 */

const MB = 1024 ** 2;

let cloudinary: FakeCloudinary;
let host: MediaHost;
let publicId: string;

beforeEach(async () => {
  cloudinary = await startFakeCloudinary();
  host = cloudinaryHost(cloudinary.configuration);
  publicId = `campus-circle/${crypto.randomUUID()}`;
  spyOnApi("post").mockImplementation(async (_, { body } = {}) => {
    const { mediaType } = body as { mediaType: MediaType };
    return host.signUpload({ publicId, mediaType }) as never;
  });
});
afterEach(() => cloudinary.close());

function upload(mediaType: MediaType, bytes: number, poster?: Blob) {
  const onSent = jest.fn();
  const controller = new AbortController();
  const media = { file: new Blob([new Uint8Array(bytes).fill(7)]), fileName: "file", mediaType, poster };
  const url = uploadMedia({ media, onSent, signal: controller.signal });
  return { url, onSent, controller };
}

test("a picture is sent whole, signed to be encoded anew, and delivered only transformed", async () => {
  const { url, onSent } = upload("image", 2 * MB);
  expect(host.parseMediaUrl(await url)).toEqual({ publicId, mediaType: "image" });
  expect(onSent).toHaveBeenLastCalledWith(1);
  expect(cloudinary.uploads).toEqual(["POST /v1_1/demo/image/upload"]);
  const stored = cloudinary.files.get(`image/${publicId}`);
  expect(stored?.fields).toMatchObject({
    transformation: "if_ar_lt_0.5/c_limit,w_1080/if_else/c_limit,h_2048,w_2048/if_end",
    allowed_formats: expect.stringContaining("avif"),
  });
  const found = await host.findAsset({ publicId, mediaType: "image" });
  expect(found).toMatchObject({ format: "jpg", bytes: 2 * MB, hasPoster: false });

  const address = host.deliveryUrl({ publicId, mediaType: "image", format: "jpg" });
  expect(cloudinary.deliver(address)).toHaveLength(2 * MB);
  expect(cloudinary.deliver(await url)).toBeUndefined();
  await host.destroy({ publicId, mediaType: "image" });
  expect(await host.findAsset({ publicId, mediaType: "image" })).toBeNull();
});

test("a long video is sent in pieces and its still picture apart; both are found and destroyed", async () => {
  const { url, onSent } = upload("video", 14 * MB, new Blob(["still"]));
  const address = await url;
  expect(cloudinary.uploads).toEqual([
    "POST /v1_1/demo/image/upload",
    `POST /v1_1/demo/video/upload bytes 0-${6 * MB - 1}/${14 * MB}`,
    `POST /v1_1/demo/video/upload bytes ${6 * MB}-${12 * MB - 1}/${14 * MB}`,
    `POST /v1_1/demo/video/upload bytes ${12 * MB}-${14 * MB - 1}/${14 * MB}`,
  ]);
  const shares = onSent.mock.calls.map(([share]) => share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  const stored = cloudinary.files.get(`video/${publicId}`);
  expect(stored?.bytes.length).toBe(14 * MB);
  expect(stored?.bytes.every((byte) => byte === 7)).toBe(true);
  expect(stored?.fields).toMatchObject({ transformation: "c_limit,h_1920,vc_h264,w_1920", format: "mp4" });

  const ref = { publicId, mediaType: "video" } as const;
  const found = await host.findAsset(ref);
  expect(found).toMatchObject({ format: "mp4", duration: 6, hasPoster: true });
  const asset = { ...ref, format: "mp4", hasPoster: true };
  expect(cloudinary.deliver(host.deliveryUrl(asset))).toHaveLength(14 * MB);
  expect(cloudinary.deliver(host.deliveryUrl({ ...asset, poster: true }))?.toString()).toBe("still");
  expect(cloudinary.deliver(address)).toBeUndefined();
  await host.destroy(ref);
  expect(cloudinary.files.size).toBe(0);
});

test("what is withheld is delivered to no one until it is released, and destroyed all the same", async () => {
  await upload("video", 6 * MB, new Blob(["still"])).url;
  const asset = { publicId, mediaType: "video", format: "mp4", hasPoster: true } as const;
  const addresses = [host.deliveryUrl(asset), host.deliveryUrl({ ...asset, poster: true })];
  const delivered = () => addresses.map((address) => cloudinary.deliver(address) !== undefined);
  expect(delivered()).toEqual([true, true]);
  // Repeating it changes nothing.
  for (const isWithheld of [true, true]) await host.withhold(asset, isWithheld);
  expect([delivered(), cloudinary.withheld.size]).toEqual([[false, false], 2]);
  for (const isWithheld of [false, false]) await host.withhold(asset, isWithheld);
  expect([delivered(), cloudinary.withheld.size]).toEqual([[true, true], 0]);
  await host.withhold(asset, true);
  const opened = jest.fn(async (url: string) => {
    const status = url.includes("/s--") ? 200 : 404;
    return { status, ok: status === 200, body: [] };
  });
  global.fetch = opened as never;
  expect(await host.open(asset)).not.toBeNull();
  expect(opened.mock.calls.map(([url]) => /\/video\/authenticated\/s--[\w-]+--\//.test(url))).toEqual([
    false,
    true,
  ]);
  await host.destroy(asset);
  expect([cloudinary.files.size, cloudinary.withheld.size]).toEqual([0, 0]);
});

test("a lost connection costs one piece", async () => {
  let isLost = false;
  cloudinary.breakUpload = (range) => {
    const breaks = !isLost && range.startsWith(`bytes ${6 * MB}-`);
    isLost ||= breaks;
    return breaks;
  };
  // jsdom logs the broken connection.
  jest.spyOn(console, "error").mockImplementation(() => {});
  await upload("video", 14 * MB).url;
  expect(cloudinary.uploads.map((line) => line.split(" ")[3])).toEqual(
    [0, 6, 6, 12].map((start) => `${start * MB}-${Math.min(start + 6, 14) * MB - 1}/${14 * MB}`),
  );
  expect(cloudinary.files.get(`video/${publicId}`)?.bytes.length).toBe(14 * MB);
});

test("a forged or late signature is rejected", async () => {
  const sign = host.signUpload;
  host = {
    ...host,
    signUpload: (ref) => ({ ...sign(ref), fields: { ...sign(ref).fields, transformation: "w_1" } }),
  };
  await expect(upload("image", 9).url).rejects.toMatchObject({ status: 401, message: "Invalid Signature" });
  expect(cloudinary.files.size).toBe(0);
});

test("a cancelled upload stores nothing", async () => {
  const { url, controller } = upload("video", 14 * MB);
  cloudinary.breakUpload = () => {
    controller.abort();
    return false;
  };
  await expect(url).rejects.toMatchObject({ name: "AbortError" });
  expect(cloudinary.files.size).toBe(0);
});
