import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { POST } from "@/app/media/[type]/upload/route";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { checkServices } from "@/lib/platform/health";
import {
  checkMedia,
  deliveryUrl,
  destroyMedia,
  findAsset,
  mediaHost,
  openMedia,
  signUpload,
  withholdMedia,
} from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { AVATAR_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";
import { posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { createMember, type Member } from "@/tests/factories";
import { type S3Server, startS3Server } from "@/tests/s3-server";
import { useTestDatabase } from "@/tests/test-db";
import { box } from "@/tests/video-files";

/** The built-in host with its files in a bucket, on two instances that share no disk. */

const context = { params: Promise.resolve({}) };
const sample = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/located.mp4"));
const PLACE = "26.2183";
const disks = { a: process.env.DATA_DIR ?? "", b: mkdtempSync(join(tmpdir(), "campus-circle-test-")) };

let server: S3Server;
let owner: Member;
beforeAll(useTestDatabase);
beforeAll(async () => {
  server = await startS3Server();
  owner = await createMember();
});
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.fault = () => undefined;
  use("a");
});
afterEach(() => {
  // Nothing stays on a disk that the other instance does not see.
  for (const disk of Object.values(disks)) expect(filesOn(disk)).toEqual([]);
});
afterAll(async () => {
  delete process.env.S3_URL;
  use("a", "");
  rmSync(disks.b, { recursive: true });
  await server.close();
});

/** What follows is done by that instance. */
function use(instance: keyof typeof disks, url = server.url()) {
  Object.assign(process.env, { DATA_DIR: disks[instance], S3_URL: url });
  resetEnvForTests();
}

function filesOn(disk: string): string[] {
  const entries = readdirSync(disk, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const photo = (width = 700, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: "#3046e6" } })
    .withExif({ IFD0: { Artist: PLACE } })
    .jpeg()
    .toBuffer();

async function ticketFor(mediaType: MediaType, createdAt = new Date()) {
  const publicId = `campus-circle/${crypto.randomUUID()}`;
  const empty = { format: "", width: 0, height: 0, bytes: 0 };
  await db().mediaAsset.create({
    data: { id: crypto.randomUUID(), publicId, ownerId: owner.id, mediaType, createdAt, ...empty },
  });
  const { uploadUrl, poster } = signUpload({ publicId, mediaType });
  return { ref: { publicId, mediaType }, uploadUrl, posterUrl: poster?.uploadUrl ?? "" };
}

async function send(url: string, file: Buffer, range?: string) {
  const headers: Record<string, string> = range ? { "Content-Range": range } : {};
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(file)]), "file");
  const response = await POST(new Request(url, { method: "POST", headers, body }), context);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  GET(new Request(url, { headers, method }), context);
const statusOf = async (url: string) => (await get(url)).status;
const bytesAt = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer());

/** The names of an upload's files in the bucket. */
const filesOf = (publicId: string) =>
  [...server.objects.keys()]
    .filter((key) => key.startsWith(publicId))
    .map((key) => key.slice(publicId.length + 1))
    .sort();
const storedSecrets = () => [...server.objects.values()].filter((bytes) => bytes.includes(PLACE)).length;

const MB = 1_000_000;
const video = Buffer.concat([sample, box("free", Buffer.alloc(12 * MB - sample.length - 8))]);
const STARTS = [0, 5 * MB, 10 * MB];
function sendPiece(url: string, index: 0 | 1 | 2, file = video) {
  const [start = 0, end = file.length] = STARTS.slice(index);
  return send(url, file.subarray(start, end), `bytes ${start}-${end - 1}/${file.length}`);
}

describe("an upload", () => {
  it("is cleaned before it is stored, and delivered by every instance", async () => {
    const { ref, uploadUrl } = await ticketFor("image");
    const original = await photo();
    expect(original.includes(PLACE)).toBe(true);
    const stored = new Set<number>();
    server.fault = (method) => {
      if (method === "PUT") stored.add(storedSecrets());
      return undefined;
    };
    const { status, body } = await send(uploadUrl, original);
    expect([status, body.width, [...stored], storedSecrets()]).toEqual([200, 700, [0], 0]);
    expect(filesOf(ref.publicId)).toEqual(["facts.json", "master.jpg", "w320.webp", "w640.webp"]);

    use("b");
    expect(await findAsset(ref)).toMatchObject({ width: 700, format: "jpg", bytes: body.bytes });
    expect((await bytesAt(body.secure_url)).length).toBe(body.bytes);
    const small = await get(sizedImageUrl(body.secure_url, 320));
    expect([small.headers.get("content-type"), small.headers.get("cache-control")]).toEqual([
      "image/webp",
      "public, max-age=3600, s-maxage=0, must-revalidate",
    ]);
    const etag = small.headers.get("etag") ?? "";
    expect((await get(sizedImageUrl(body.secure_url, 320), { "if-none-match": etag })).status).toBe(304);
    expect(await send(uploadUrl, await photo(90, 90))).toMatchObject({ status: 200, body });
  });

  it("of a video may bring each piece to another instance, and each again", async () => {
    const { ref, uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    expect(await send(posterUpload, await photo(300, 200))).toMatchObject({ body: { done: false } });
    use("b");
    for (const _ of "12") expect((await sendPiece(uploadUrl, 0)).body).toMatchObject({ bytes: 5 * MB });
    use("a");
    expect(await sendPiece(uploadUrl, 1)).toMatchObject({
      status: 200,
      body: { done: false, bytes: 10 * MB },
    });
    use("b");
    const { status, body } = await sendPiece(uploadUrl, 2);
    expect([status, body]).toMatchObject([200, { format: "mp4", width: 96, height: 64, duration: 1 }]);
    expect([filesOf(ref.publicId), storedSecrets()]).toEqual([["facts.json", "master.mp4", "poster.jpg"], 0]);
    use("a");
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body });
    expect((await sharp(await bytesAt(posterUrl(body.secure_url))).metadata()).width).toBe(300);
  });

  it("begins again with the first piece, and takes none that leaves a gap", async () => {
    const { uploadUrl } = await ticketFor("video");
    const other = Buffer.alloc(12 * MB, "no video");
    const conflict = { status: 409, body: { message: expect.stringMatching(/^That piece does not follow/) } };
    expect(await sendPiece(uploadUrl, 1)).toMatchObject(conflict);
    for (const index of [0, 1] as const) expect((await sendPiece(uploadUrl, index, other)).status).toBe(200);
    expect((await sendPiece(uploadUrl, 0)).status).toBe(200);
    expect(await sendPiece(uploadUrl, 2)).toMatchObject(conflict);
    // The next may overlap what is there.
    const overlap = video.subarray(4 * MB, 10 * MB);
    expect((await send(uploadUrl, overlap, `bytes ${4 * MB}-${10 * MB - 1}/${12 * MB}`)).status).toBe(200);
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body: { width: 96 } });
  });

  it("leaves nothing when it is no video, or destroyed on its way", async () => {
    const [wrong, destroyed] = [await ticketFor("video"), await ticketFor("video")];
    const other = Buffer.alloc(12 * MB, "no video");
    for (const index of [0, 1] as const) await sendPiece(wrong.uploadUrl, index, other);
    await sendPiece(destroyed.uploadUrl, 0);
    expect(await sendPiece(wrong.uploadUrl, 2, other)).toMatchObject({ status: 415 });
    expect(filesOf(wrong.ref.publicId)).toEqual([]);
    await destroyMedia(destroyed.ref);
    expect([...server.objects.keys()]).toEqual([]);
  });

  it("is not in more pieces than a list of the bucket can show", async () => {
    const { ref, uploadUrl } = await ticketFor("video");
    for (let piece = 0; piece <= 900; piece++) {
      server.objects.set(
        `${ref.publicId}/incoming/file-${String(piece).padStart(12, "0")}`,
        Buffer.from("x"),
      );
    }
    expect(await sendPiece(uploadUrl, 1)).toMatchObject({ status: 400 });
    for (let piece = 901; piece < 2_000; piece++)
      server.objects.set(`${ref.publicId}/x${piece}`, Buffer.alloc(0));
    await destroyMedia(ref);
    expect(server.objects.size).toBe(0);
  });

  it("of an avatar is stored too", async () => {
    const { ref } = await ticketFor("image");
    const stored = await mediaHost().storePicture(
      ref.publicId,
      await processOwnPicture(await photo(), AVATAR_PICTURE),
    );
    expect(stored).toMatchObject({ format: "webp", width: 500 });
    expect(await statusOf(deliveryUrl({ ...ref, format: "webp" }))).toBe(200);
  });
});

describe("a stored file", () => {
  it("is delivered in ranges", async () => {
    const { body } = await send((await ticketFor("video")).uploadUrl, sample);
    use("b");
    const whole = await bytesAt(body.secure_url);
    expect(whole.length).toBe(body.bytes);
    for (const [range, content, bytes] of [
      ["bytes=0-0", `0-0`, whole.subarray(0, 1)],
      ["bytes=100-199", `100-199`, whole.subarray(100, 200)],
      ["bytes=-50", `${whole.length - 50}-${whole.length - 1}`, whole.subarray(-50)],
      ["bytes=100-", `100-${whole.length - 1}`, whole.subarray(100)],
    ] as const) {
      const part = await get(body.secure_url, { range });
      expect([part.status, part.headers.get("content-range")]).toEqual([
        206,
        `bytes ${content}/${whole.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect((await get(body.secure_url, { range: `bytes=${whole.length}-` })).status).toBe(416);
    const head = await get(body.secure_url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(whole.length)]);
  });

  it("is delivered to no one from the moment it is withheld, and stays for the staff", async () => {
    const { ref, uploadUrl } = await ticketFor("image");
    const { body } = await send(uploadUrl, await photo());
    const urls = [body.secure_url, sizedImageUrl(body.secure_url, 320)];
    for (const instance of ["a", "b"] as const) {
      use(instance);
      await withholdMedia(ref, true);
      use(instance === "a" ? "b" : "a");
      expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
      expect((await get(body.secure_url, { range: "bytes=0-1" }, "HEAD")).status).toBe(404);
      const media = await openMedia({ ...ref, format: "jpg" });
      expect((await buffer(media as AsyncIterable<Uint8Array>)).length).toBe(body.bytes);
      await withholdMedia(ref, false);
      expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
    }
    // Done by an instance that shares no memory with this one.
    server.objects.set(`${ref.publicId}/withheld`, Buffer.alloc(0));
    await delay(1_000);
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
    server.objects.delete(`${ref.publicId}/withheld`);
    // One that is missing stays so.
    await withholdMedia((await ticketFor("image")).ref, true);
    expect([...server.objects.keys()].filter((key) => key.endsWith("withheld"))).toEqual([]);
  });

  it("costs the bucket no request for what was looked up a moment ago, and one for what is not there", async () => {
    const { body } = await send((await ticketFor("image")).uploadUrl, await photo());
    await statusOf(body.secure_url);
    server.requests.length = 0;
    expect(await statusOf(body.secure_url)).toBe(200);
    expect(server.requests).toEqual([expect.stringMatching(/^GET .*master\.jpg$/)]);
    const etag = (await get(body.secure_url)).headers.get("etag") ?? "";
    server.requests.length = 0;
    expect((await get(body.secure_url, { "if-none-match": etag })).status).toBe(304);
    expect(server.requests).toEqual([]);
    const wrong = body.secure_url.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
    expect([await statusOf(wrong), await statusOf(wrong)]).toEqual([404, 404]);
    expect(server.requests).toEqual([expect.stringMatching(/^GET .*facts\.json$/)]);
  });

  it("is gone with all its copies once it is destroyed, and destroyed again in case one comes late", async () => {
    const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000);
    const { ref, uploadUrl } = await ticketFor("image", threeHoursAgo);
    const { body } = await send(uploadUrl, await photo());
    use("b");
    expect(await sweepMedia()).toMatchObject({ destroyed: 1, failed: 0 });
    expect([server.objects.size, await statusOf(body.secure_url)]).toEqual([0, 404]);
    use("a");
    expect(await statusOf(body.secure_url)).toBe(404);
    // What an instance stored in between.
    server.objects.set(`${ref.publicId}/facts.json`, Buffer.from("{}"));
    const due = { nextAttemptAt: new Date(0), createdAt: threeHoursAgo };
    await db().mediaDeletion.updateMany({ where: { publicId: ref.publicId }, data: due });
    expect(await sweepMedia()).toMatchObject({ destroyed: 1, failed: 0 });
    expect([server.objects.size, await db().mediaDeletion.count()]).toEqual([0, 0]);
  });
});

describe("a bucket that does not answer", () => {
  it("makes every call fail with 503, and loses nothing that was acknowledged", async () => {
    const { ref, uploadUrl } = await ticketFor("video");
    const picture = await ticketFor("image");
    const delivered = (await send(picture.uploadUrl, await photo())).body.secure_url;
    for (const index of [0, 1] as const) await sendPiece(uploadUrl, index);
    server.fault = () => "busy";
    const failed = await sendPiece(uploadUrl, 2);
    expect([failed.status, failed.headers.get("retry-after"), failed.body.message]).toEqual([
      503,
      "5",
      "The media storage is not answering. Please try again in a moment.",
    ]);
    expect(await statusOf(delivered)).toBe(503);
    await expect(checkMedia()).rejects.toMatchObject({ status: 503 });
    for (const [method, name, fault] of [
      ["GET", "incoming/file-000005000000", "broken"],
      ["PUT", "master.mp4", "cut"],
    ] as const) {
      server.fault = (asked, key) => (asked === method && key.endsWith(name) ? fault : undefined);
      expect((await sendPiece(uploadUrl, 2)).status).toBe(503);
      expect(await findAsset(ref)).toBeNull();
    }
    server.fault = () => undefined;
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body: { duration: 1 } });
    expect(await statusOf(delivered)).toBe(200);
  });

  it("leaves deletions to the next sweep", async () => {
    const { ref, uploadUrl } = await ticketFor("image", new Date(Date.now() - 3 * 3_600_000));
    await send(uploadUrl, await photo());
    server.fault = (method) => (method === "DELETE" ? "busy" : undefined);
    expect(await sweepMedia()).toMatchObject({ destroyed: 0, failed: 1 });
    server.fault = () => undefined;
    await db().mediaDeletion.updateMany({
      where: { publicId: ref.publicId },
      data: { nextAttemptAt: new Date(0) },
    });
    expect(await sweepMedia()).toMatchObject({ destroyed: 1, failed: 0 });
    expect(server.objects.size).toBe(0);
  });

  it("is not healthy with wrong keys, and takes no upload", async () => {
    use("a", server.url({ secret: "guessed" }));
    await expect(checkMedia()).rejects.toMatchObject({ status: 503 });
    expect((await send((await ticketFor("image")).uploadUrl, await photo())).status).toBe(503);
    use("a");
    expect(await checkServices()).toContainEqual({
      name: "Media host",
      ok: true,
      detail: "Built in, files on S3",
    });
  });
});
