import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { OPTIONS, POST } from "@/app/media/[type]/upload/route";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { destroyMedia, findAsset, signUpload } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { parseRange } from "@/lib/platform/media/local-deliver";
import { sweepFiles } from "@/lib/platform/media/local-files";
import { imageSrcSet, isStillUrl, posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { createMember, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";
import { box, replaceBytes, u32 } from "@/tests/video-files";

const context = { params: Promise.resolve({}) };
const mediaFolder = join(process.env.DATA_DIR ?? "", "media");
const clip = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/located.mp4"));
const newId = () => `campus-circle/${crypto.randomUUID()}`;

const photo = (width = 700, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: "#3046e6" } })
    .withExif({ IFD3: { GPSLatitude: "26/1 13/1 0/1" } })
    .jpeg()
    .toBuffer();

type Parts = Record<string, string | Buffer>;

function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    form.append(
      name,
      typeof value === "string"
        ? value
        : new File([new Uint8Array(value)], "holiday.html", { type: "text/html" }),
    );
  }
  return form;
}

async function upload(mediaType: MediaType, parts: Parts) {
  const { uploadUrl } = signUpload({ publicId: newId(), mediaType });
  const response = await POST(new Request(uploadUrl, { method: "POST", body: formOf(parts) }), context);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let owner: Member;
beforeAll(useTestDatabase);
beforeEach(async () => {
  owner = await createMember();
});

/** The fields of a signed upload, whose row exists from the moment it was authorized. */
async function fieldsFor(mediaType: MediaType, publicId = newId()) {
  const empty = { format: "", width: 0, height: 0, bytes: 0 };
  await db().mediaAsset.create({
    data: { id: crypto.randomUUID(), publicId, ownerId: owner.id, mediaType, ...empty },
  });
  return signUpload({ publicId, mediaType }).fields;
}
/** Fields as the beginning of a multipart body. */
const formText = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join("");

const FILE_BEGUN = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\nx';
/** Fields as of a signed upload, by no one. */
const UNSIGNED = Object.fromEntries(
  ["upload_preset", "folder", "public_id", "timestamp", "signature"].map((name) => [name, "1"]),
);

/** The built-in host's receiving side over real HTTP, with bodies as they arrive. */
async function serveUploads() {
  const answers: Promise<void>[] = [];
  const server = createServer((incoming, outgoing) => {
    const request = new Request(`http://localhost:3000${incoming.url}`, {
      method: "POST",
      headers: incoming.headers as Record<string, string>,
      body: Readable.toWeb(incoming),
      duplex: "half",
    } as RequestInit);
    const answer = POST(request, context).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
    answers.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Waits until so many requests have come, and what has arrived of each was looked at. */
    untilBegun: async (count: number) => {
      while (answers.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.allSettled(answers);
    },
  };
}

/** A body that sends `bytes` bytes after `start` and then stalls until `end`. */
function endless(start: string, bytes: number, moreHeaders: Record<string, string> = {}) {
  let sent = -1;
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < 0) {
        sent = 0;
        controller.enqueue(Buffer.from(start || "x"));
      } else if (sent < bytes) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      } else {
        return new Promise((resolve) => {
          end = () => {
            controller.close();
            resolve();
          };
        });
      }
      return undefined;
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=edge", ...moreHeaders };
  const mediaType = "x-unique-upload-id" in moreHeaders ? "video" : "image";
  const url = `http://localhost:3000/media/${mediaType}/upload`;
  const request = new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return { request, sent: () => sent, end: () => end() };
}

/** Waits until `count` uploads have written at least so many bytes of their file. */
async function untilFilesBegan(count: number, bytes = 0) {
  mkdirSync(mediaFolder, { recursive: true });
  const began = () =>
    readdirSync(mediaFolder, { recursive: true })
      .map(String)
      .filter((name) => /received-0$/.test(name) && statSync(join(mediaFolder, name)).size >= bytes);
  while (began().length < count) await new Promise((resolve) => setImmediate(resolve));
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  GET(new Request(url, { headers, method }), context);

describe("a signed upload", () => {
  it("answers like Cloudinary and stores the picture without its location", async () => {
    const publicId = newId();
    const { status, body } = await upload("image", {
      ...(await fieldsFor("image", publicId)),
      file: await photo(),
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      secure_url: `http://localhost:3000/media/image/upload/${publicId}.jpg`,
      public_id: publicId,
      resource_type: "image",
      format: "jpg",
      width: 700,
      height: 500,
      bytes: expect.any(Number),
    });
    const response = await get(body.secure_url);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(body.bytes);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(await findAsset({ publicId, mediaType: "image" })).toMatchObject({
      width: 700,
      height: 500,
      format: "jpg",
    });
    expect(await findAsset({ publicId, mediaType: "video" })).toBeNull();
  });

  it("accepts the file before the fields", async () => {
    const { status } = await upload("image", { file: await photo(), ...(await fieldsFor("image")) });
    expect(status).toBe(200);
  });

  it("gets the same answer when repeated", async () => {
    const fields = await fieldsFor("image");
    const first = await upload("image", { ...fields, file: await photo() });
    expect(first.status).toBe(200);
    // Only the necessary part of a repeated body is read.
    const before = readdirSync(mediaFolder, { recursive: true }).length;
    for (const repeat of [
      { ...fields, file: await photo(90, 90) },
      { file: await photo(90, 90), ...fields },
    ]) {
      expect(await upload("image", repeat)).toMatchObject({ status: 200, body: first.body });
    }
    expect(readdirSync(mediaFolder, { recursive: true }).length).toBe(before);
  });

  it("is stored once when it is sent several times at once", async () => {
    const fields = await fieldsFor("image");
    const file = await photo();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload("image", { ...fields, file })));
    const rejected = answers.filter(({ status }) => status === 409);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(rejected.length + accepted.length).toBe(6);
    expect(rejected.length).toBeGreaterThan(0);
    for (const { body } of accepted) expect(body).toEqual(accepted[0]?.body);
    for (const { body } of rejected) expect(body.message).toMatch(/uploading|uploaded already/);
  });

  it("stores a video with its duration and the browser's poster", async () => {
    const { status, body } = await upload("video", {
      ...(await fieldsFor("video")),
      file: clip,
      poster: await photo(300, 200),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ resource_type: "video", format: "mp4", width: 96, height: 64, duration: 1 });
    const poster = await get(posterUrl(body.secure_url));
    expect(poster.headers.get("content-type")).toBe("image/jpeg");
    expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({
      width: 300,
      height: 200,
    });
    const video = Buffer.from(await (await get(body.secure_url)).arrayBuffer());
    expect(video.includes("26.2183")).toBe(false);
  });

  it("keeps a GIF of a messenger moving, and has a still picture of it", async () => {
    const gif = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/gif-480x270-75.gif"));
    const { status, body } = await upload("image", { ...(await fieldsFor("image")), file: gif });
    expect([status, body.width, body.height]).toEqual([200, 480, 270]);
    const asset = { publicId: body.public_id, mediaType: "image", format: body.format } as const;
    expect((await findAsset(asset))?.hasPoster).toBe(true);
    const { mediaUrl, thumbnail } = mediaUrls({ ...asset, hasPoster: true });
    const pagesOf = async (url: string) =>
      (await sharp(Buffer.from(await (await get(url)).arrayBuffer())).metadata()).pages ?? 1;
    expect([await pagesOf(mediaUrl), await pagesOf(thumbnail)]).toEqual([75, 1]);
    expect(isStillUrl(thumbnail)).toBe(true);
    // A picture that does not move is its own.
    expect(mediaUrls({ ...asset, hasPoster: false }).thumbnail).toBe(mediaUrl);
  });

  it("creates a poster for a video that comes without one", async () => {
    const { body } = await upload("video", { ...(await fieldsFor("video")), file: clip });
    const poster = await get(posterUrl(body.secure_url));
    expect(poster.status).toBe(200);
    expect((await findAsset({ publicId: body.public_id, mediaType: "video" }))?.placeholder).toMatch(
      /^data:image/,
    );
  });

  it.each([
    ["no signature", { signature: "" }],
    ["a forged signature", { signature: "0".repeat(64) }],
    ["another public id", { public_id: crypto.randomUUID() }],
    ["a path for a public id", { public_id: "../../secret" }],
    ["another folder", { folder: ".." }],
    ["another preset", { upload_preset: "anything" }],
    ["a later time", { timestamp: String(Math.floor(Date.now() / 1000) + 100) }],
  ])("is rejected with %s", async (_, change) => {
    const before = readdirSync(mediaFolder, { recursive: true }).length;
    const file = await photo();
    for (const parts of [
      { ...(await fieldsFor("image")), ...change, file },
      { file, ...(await fieldsFor("image")), ...change },
    ]) {
      const { status, body } = await upload("image", parts);
      expect(status).toBe(401);
      expect(body).toEqual({ error: { message: expect.any(String) }, message: expect.any(String) });
    }
    expect(readdirSync(mediaFolder, { recursive: true }).length).toBe(before);
  });

  it("is rejected an hour after signing, and for the other media type", async () => {
    const fields = await fieldsFor("image");
    expect((await upload("video", { ...fields, file: clip })).status).toBe(401);
    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_601_000);
    expect((await upload("image", { ...fields, file: await photo() })).status).toBe(401);
  });

  it.each([
    ["an SVG with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 415],
    ["an HTML page", "<!doctype html><script>1</script>", 415],
    ["empty", "", 400],
  ])("is rejected when the file is %s", async (_, content, status) => {
    expect(
      (await upload("image", { ...(await fieldsFor("image")), file: Buffer.from(content) })).status,
    ).toBe(status);
  });

  it("is rejected when a video is sent for a picture, or the other way round", async () => {
    expect((await upload("image", { ...(await fieldsFor("image")), file: clip })).status).toBe(415);
    expect((await upload("video", { ...(await fieldsFor("video")), file: await photo() })).status).toBe(415);
  });

  it("is rejected when it is a video of more than three minutes", async () => {
    const delta = 16;
    const seconds = (video: Buffer, factor: number) => {
      const samples = video.readUInt32BE(video.indexOf("stts") + delta);
      // Without the edit list, which would end it after its second.
      const whole = Buffer.from(video.toString("latin1").replaceAll("edts", "free"), "latin1");
      return replaceBytes(whole, "stts", delta, u32(samples * factor));
    };
    const accepted = await upload("video", { ...(await fieldsFor("video")), file: seconds(clip, 170) });
    expect(accepted).toMatchObject({ status: 200, body: { duration: expect.closeTo(170, -1) } });
    const rejected = await upload("video", { ...(await fieldsFor("video")), file: seconds(clip, 190) });
    expect([rejected.status, rejected.body.message]).toEqual([
      413,
      "That video is longer than 3 minutes. Please choose a shorter one.",
    ]);
  });

  it("is rejected without a file, and when the body is not a form", async () => {
    expect((await upload("image", { ...(await fieldsFor("image")) })).status).toBe(400);
    const send = (type: string, body: string) =>
      POST(
        new Request("http://localhost:3000/media/image/upload", {
          method: "POST",
          headers: { "content-type": type },
          body,
        }),
        context,
      );
    expect((await send("application/json", "{}")).status).toBe(415);
    expect((await send("multipart/form-data", "x")).status).toBe(415);
    expect((await send("multipart/form-data; boundary=x", "--x\r\nbroken")).status).toBe(400);
    expect((await send("multipart/form-data; boundary=x", "")).status).toBe(400);
    expect((await send("multipart/form-data; boundary=", "x")).status).toBe(400);
  });

  it.each([
    ["a file", 'name="file"; filename="a.jpg"'],
    ["an unexpected file", 'name="other"; filename="a.jpg"'],
    ["a preamble", undefined],
  ])("stops in the middle of %s that exceeds 10 MB and stores nothing", async (_, disposition) => {
    const fields = formText(await fieldsFor("image"));
    const start = disposition
      ? `${fields}--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
      : "";
    const stream = endless(start, 80 * 1024 ** 2);
    expect((await POST(stream.request, context)).status).toBe(413);
    expect(stream.sent()).toBeLessThan(12 * 1024 ** 2);
    expect(readdirSync(join(mediaFolder, "tmp"))).toEqual([]);
  });

  it("is rejected before its file is read when its row was deleted", async () => {
    const publicId = newId();
    const fields = await fieldsFor("image", publicId);
    await db().mediaAsset.delete({ where: { publicId } });
    const file = 'Content-Disposition: form-data; name="file"; filename="a.jpg"';
    const stream = endless(`${formText(fields)}--edge\r\n${file}\r\n\r\n`, 8 * 1024 ** 2);
    const response = await POST(stream.request, context);
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      "That upload was removed. Please upload the file again.",
    ]);
    expect(stream.sent()).toBeLessThan(1024 ** 2);
  });

  it("is rejected while its owner has 1 GB of unposted media, and counted once it is accepted", async () => {
    const [unposted, next] = [newId(), newId()];
    await fieldsFor("video", unposted);
    const fields = await fieldsFor("image", next);
    const bytesOf = async (publicId: string) =>
      (await db().mediaAsset.findUniqueOrThrow({ where: { publicId } })).bytes;
    await db().mediaAsset.update({ where: { publicId: unposted }, data: { bytes: 1024 ** 3 } });
    const rejected = await upload("image", { ...fields, file: await photo() });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(60 * 60);
    expect(await bytesOf(next)).toBe(0);
    await db().mediaAsset.update({ where: { publicId: unposted }, data: { attachedAt: new Date() } });
    const accepted = await upload("image", { ...fields, file: await photo() });
    expect(accepted.status).toBe(200);
    expect(await bytesOf(next)).toBe(accepted.body.bytes);
  });

  it("counts no bytes when it fails", async () => {
    const publicId = newId();
    const fields = await fieldsFor("image", publicId);
    expect((await upload("image", { ...fields, file: Buffer.from("no picture") })).status).toBe(415);
    expect(await db().mediaAsset.findUniqueOrThrow({ where: { publicId } })).toMatchObject({ bytes: 0 });
    expect((await upload("image", { ...fields, file: await photo() })).status).toBe(200);
  });

  it("is rejected when the disk is almost full", async () => {
    const fields = await fieldsFor("image");
    process.env.MEDIA_MIN_FREE_MB = "1000000000";
    resetEnvForTests();
    const { status, headers, body } = await upload("image", { ...fields, file: await photo() });
    delete process.env.MEDIA_MIN_FREE_MB;
    resetEnvForTests();
    expect([status, headers.get("retry-after"), body.message]).toEqual([
      503,
      "60",
      "There is no room for new files right now. Please try again later.",
    ]);
    expect((await upload("image", { ...fields, file: await photo() })).status).toBe(200);
  });

  it("without a signature so far loses its slot when it stalls", async () => {
    const file = 'Content-Disposition: form-data; name="file"; filename="a.jpg"';
    const slow = Array.from({ length: 24 }, () => endless(`--edge\r\n${file}\r\n\r\nx`, 0));
    const answers = slow.map(({ request }) => POST(request, context));
    await untilFilesBegan(24);
    // All slots are taken, and all senders are still in their grace period.
    const early = await upload("image", { file: await photo(), ...(await fieldsFor("image")) });
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "5"]);
    const now = Date.now();
    jest.spyOn(Date, "now").mockImplementation(() => now + 15_000);
    const afterGrace = await upload("image", { file: await photo(), ...(await fieldsFor("image")) });
    jest.restoreAllMocks();
    expect(afterGrace.status).toBe(200);
    for (const { end } of slow) end();
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 23 }, () => 400), 503]);
  });

  it.each([
    ["14 silent connections", 14, ""],
    ["200 silent connections", 200, ""],
    ["200 with a file begun", 200, FILE_BEGUN],
    ["200 with a made-up signature", 200, `${formText(UNSIGNED)}${FILE_BEGUN}`],
  ])("is taken at once over HTTP, beside %s that announce videos", async (_, count, begun) => {
    mkdirSync(mediaFolder, { recursive: true });
    const { bavail, bsize } = statfsSync(mediaFolder);
    process.env.MEDIA_MIN_FREE_MB = String(Math.max(0, Math.floor((bavail * bsize) / 1024 ** 2) - 1_500));
    resetEnvForTests();
    const server = await serveUploads();
    const fields = await fieldsFor("image");
    const file = await photo();
    const idle: Socket[] = [];
    try {
      for (let number = 0; number < count; number++) {
        const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
        idle.push(socket);
        const head = "Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: 115000000";
        socket.write(`POST /media/video/upload HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n${begun}`);
      }
      await server.untilBegun(count);
      const url = `http://127.0.0.1:${server.port}/media/image/upload`;
      const body = formOf({ ...fields, file });
      const response = await fetch(url, { method: "POST", body, signal: AbortSignal.timeout(5_000) });
      expect([response.status, await response.json()]).toEqual([
        200,
        expect.objectContaining({ width: 700 }),
      ]);
    } finally {
      for (const socket of idle) socket.destroy();
      await server.close();
      delete process.env.MEDIA_MIN_FREE_MB;
      resetEnvForTests();
    }
  });

  it("is rejected at once when its Content-Length exceeds the limit", async () => {
    const request = new Request("http://localhost:3000/media/video/upload", {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        "content-length": String(200 * 1024 ** 2),
      },
      body: "--x--",
    });
    expect((await POST(request, context)).status).toBe(413);
  });

  it("may come from any origin, because only the signature authorizes it", async () => {
    const response = await OPTIONS(
      new Request("http://localhost:3000/media/image/upload", { method: "OPTIONS" }),
      context,
    );
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect((await upload("image", {})).headers.get("access-control-allow-origin")).toBe("*");
  });

  it("cannot come back after it was destroyed", async () => {
    const publicId = newId();
    const fields = await fieldsFor("image", publicId);
    const { body } = await upload("image", { ...fields, file: await photo() });
    await destroyMedia({ publicId, mediaType: "image" });
    await destroyMedia({ publicId, mediaType: "image" });
    expect((await get(body.secure_url)).status).toBe(404);
    expect(existsSync(join(mediaFolder, publicId))).toBe(false);
    expect((await upload("image", { ...fields, file: await photo() })).status).toBe(400);
    expect((await get(body.secure_url)).status).toBe(404);
    // The tombstone is swept once no signature can bring the file back.
    const old = new Date(Date.now() - 3 * 3_600_000);
    const tombstone = join(mediaFolder, "gone", publicId.split("/")[1] ?? "");
    utimesSync(tombstone, old, old);
    expect(await sweepFiles()).toBe(1);
    expect(existsSync(tombstone)).toBe(false);
  });
});

describe("an upload in pieces", () => {
  const MB = 1_000_000;
  /** A video of 12 MB: its first two pieces have 5 MB. */
  const film = Buffer.concat([clip, box("free", Buffer.alloc(12 * MB - clip.length - 8))]);
  const PIECES = [
    [0, 5 * MB],
    [5 * MB, 10 * MB],
    [10 * MB, 12 * MB],
  ] as const;

  type Fields = Record<string, string>;
  type Options = {
    headers?: Record<string, string>;
    uploadId?: string;
    parts?: Parts;
    mediaType?: MediaType;
  };

  async function send(fields: Fields, file: Buffer, range: string, options: Options = {}) {
    const { uploadId = "try-1", parts = {}, mediaType = "video" } = options;
    const request = new Request(`http://localhost:3000/media/${mediaType}/upload`, {
      method: "POST",
      headers: { "Content-Range": range, "X-Unique-Upload-Id": uploadId, ...options.headers },
      body: formOf({ ...fields, ...parts, file }),
    });
    const response = await POST(request, context);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  const sendPiece = (fields: Fields, index: 0 | 1 | 2, options?: Options & { file?: Buffer }) => {
    const [start, end] = PIECES[index];
    const file = options?.file ?? film;
    return send(fields, file.subarray(start, end), `bytes ${start}-${end - 1}/${file.length}`, options);
  };
  const bytesOf = async (publicId: string) =>
    (await db().mediaAsset.findUniqueOrThrow({ where: { publicId } })).bytes;
  const temporary = () => readdirSync(join(mediaFolder, "tmp"));
  afterEach(async () => {
    for (const name of temporary()) rmSync(join(mediaFolder, "tmp", name), { recursive: true });
  });

  it("is stored when the last has arrived, and answered as a whole one is", async () => {
    const publicId = newId();
    const fields = await fieldsFor("video", publicId);
    expect(await sendPiece(fields, 0)).toMatchObject({
      status: 200,
      body: { done: false, public_id: publicId, resource_type: "video", bytes: 5 * MB },
    });
    expect(await bytesOf(publicId)).toBe(12 * MB);
    expect(await sendPiece(fields, 1)).toMatchObject({ status: 200, body: { done: false, bytes: 10 * MB } });
    const { status, body } = await sendPiece(fields, 2, { parts: { poster: await photo(300, 200) } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ resource_type: "video", format: "mp4", width: 96, height: 64, duration: 1 });
    expect((await get(body.secure_url)).status).toBe(200);
    const poster = Buffer.from(await (await get(posterUrl(body.secure_url))).arrayBuffer());
    const { width, height, exif } = await sharp(poster).metadata();
    expect([width, height, exif]).toEqual([300, 200, undefined]);
    expect(await bytesOf(publicId)).toBe(body.bytes);
    expect(temporary()).toEqual([]);
  });

  it("takes every piece again, because answers get lost", async () => {
    const fields = await fieldsFor("video");
    const poster = await photo(300, 200);
    for (const index of [0, 1] as const) {
      const answers = [await sendPiece(fields, index), await sendPiece(fields, index)];
      expect(answers[1]?.body).toEqual(answers[0]?.body);
    }
    await sendPiece(fields, 0);
    const last = await sendPiece(fields, 2, { parts: { poster } });
    expect(last.status).toBe(200);
    expect(await sendPiece(fields, 2, { parts: { poster } })).toMatchObject({ status: 200, body: last.body });
    expect(temporary()).toEqual([]);
  });

  it("is stored once when the last piece is sent several times at once", async () => {
    const fields = await fieldsFor("video");
    for (const index of [0, 1] as const) await sendPiece(fields, index);
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendPiece(fields, 2)));
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored.length).toBeGreaterThan(0);
    for (const { body } of stored) expect(body).toEqual(stored[0]?.body);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.message]).toEqual([409, "That piece was sent again."]);
    }
    expect(temporary()).toEqual([]);
  });

  it("goes on with a piece whose connection was lost before the server noticed", async () => {
    const fields = await fieldsFor("video");
    await sendPiece(fields, 0);
    const file = 'Content-Disposition: form-data; name="file"; filename="a.mp4"';
    const stalled = endless(`${formText(fields)}--edge\r\n${file}\r\n\r\n`, MB, {
      "content-range": `bytes ${5 * MB}-${10 * MB - 1}/${12 * MB}`,
      "x-unique-upload-id": "try-1",
    });
    const lost = POST(stalled.request, context);
    // Nothing is written before the piece is admitted.
    await untilFilesBegan(1, 1);
    expect(await sendPiece(fields, 1)).toMatchObject({ status: 200, body: { bytes: 10 * MB } });
    expect((await lost).status).toBe(409);
    stalled.end();
    expect(await sendPiece(fields, 2)).toMatchObject({ status: 200, body: { width: 96 } });
  });

  it("rejects a piece out of order, overlapping, or of another size of file", async () => {
    const fields = await fieldsFor("video");
    const conflict = { status: 409, body: { message: expect.stringMatching(/^That piece does not follow/) } };
    expect(await sendPiece(fields, 1)).toMatchObject(conflict);
    expect(await sendPiece(fields, 0)).toMatchObject({ status: 200 });
    expect(await sendPiece(fields, 2)).toMatchObject(conflict);
    for (const [start, end, total] of [
      [4 * MB, 10 * MB, 12 * MB],
      [0, 6 * MB, 12 * MB],
      [5 * MB + 1, 11 * MB, 12 * MB],
      [5 * MB, 10 * MB, 13 * MB],
    ] as const) {
      const range = `bytes ${start}-${end - 1}/${total}`;
      expect(await send(fields, film.subarray(start, end), range)).toMatchObject(conflict);
    }
    expect(await sendPiece(fields, 1)).toMatchObject({ status: 200 });
    expect(await sendPiece(fields, 2)).toMatchObject({ status: 200, body: { width: 96 } });
  });

  it("begins again with another upload id, which ends the earlier try", async () => {
    const publicId = newId();
    const fields = await fieldsFor("video", publicId);
    await sendPiece(fields, 0);
    await sendPiece(fields, 1);
    expect(await sendPiece(fields, 0, { uploadId: "try-2" })).toMatchObject({ status: 200 });
    expect(await sendPiece(fields, 2)).toMatchObject({ status: 409 });
    const folder = join(mediaFolder, "tmp", `pieces-${publicId.split("/")[1]}`);
    expect(readdirSync(folder)).toEqual([`try-2-${12 * MB}`]);
    for (const index of [1, 2] as const) {
      expect(await sendPiece(fields, index, { uploadId: "try-2" })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ["bytes 0-4999999/*", {}],
    ["bytes 0-4999999/-1", {}],
    ["bytes */12000000", {}],
    ["bytes 5-2/12000000", {}],
    ["bytes 0-12000000/12000000", {}],
    ["items 0-4999999/12000000", {}],
    ["bytes 0-1000/12000000", {}],
    ["bytes 0-4999999/12000000", { "X-Unique-Upload-Id": "" }],
    ["bytes 0-4999999/12000000", { "X-Unique-Upload-Id": "../../escape" }],
    ["bytes 0-4999999/12000000", { "X-Unique-Upload-Id": "x".repeat(65) }],
  ])("rejects the range %s with %j", async (range, headers) => {
    const fields = await fieldsFor("video");
    const { status, body } = await send(fields, film.subarray(0, 5 * MB), range, { headers });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/\.$/)]);
    expect(temporary()).toEqual([]);
  });

  it("is measured whole before its first byte is stored", async () => {
    const fields = await fieldsFor("video");
    const first = film.subarray(0, 5 * MB);
    const tooLarge = `bytes 0-4999999/${100 * 1024 ** 2 + 1}`;
    expect(await send(fields, first, tooLarge)).toMatchObject({ status: 413 });
    expect(
      await send(fields, first, `bytes 0-4999999/${11 * 1024 ** 2}`, { mediaType: "image" }),
    ).toMatchObject({
      status: 413,
    });
    const unposted = newId();
    await fieldsFor("video", unposted);
    await db().mediaAsset.update({ where: { publicId: unposted }, data: { bytes: 1024 ** 3 - 80 * MB } });
    expect(await send(fields, first, "bytes 0-4999999/90000000")).toMatchObject({ status: 429 });
    expect(temporary()).toEqual([]);
    expect(await sendPiece(fields, 0)).toMatchObject({ status: 200 });
  });

  it("rejects a piece that is shorter or longer than its range", async () => {
    const fields = await fieldsFor("video");
    const range = `bytes 0-${5 * MB - 1}/${12 * MB}`;
    expect(await send(fields, film.subarray(0, 5 * MB - 1), range)).toMatchObject({ status: 400 });
    expect(await send(fields, film.subarray(0, 5 * MB + 1), range)).toMatchObject({ status: 413 });
    expect(temporary()).toEqual([]);
  });

  it("requires a valid signature before every piece", async () => {
    const publicId = newId();
    const fields = await fieldsFor("video", publicId);
    await sendPiece(fields, 0);
    for (const [name, value] of [
      ["signature", "0".repeat(64)],
      ["public_id", crypto.randomUUID()],
    ] as const) {
      expect(await sendPiece({ ...fields, [name]: value }, 1)).toMatchObject({ status: 401 });
    }
    expect(await send({}, film.subarray(0, 5 * MB), `bytes 0-4999999/${12 * MB}`)).toMatchObject({
      status: 401,
    });
    await db().mediaAsset.delete({ where: { publicId } });
    expect(await sendPiece(fields, 1)).toMatchObject({ status: 400 });
  });

  it("is rejected with its last piece when the file is not a video, and takes no space", async () => {
    const publicId = newId();
    const fields = await fieldsFor("video", publicId);
    const file = Buffer.alloc(12 * MB, "no video");
    for (const index of [0, 1] as const) await sendPiece(fields, index, { file });
    expect(await sendPiece(fields, 2, { file })).toMatchObject({ status: 415 });
    expect(await bytesOf(publicId)).toBe(0);
    expect(temporary()).toEqual([]);
  });

  it("leaves nothing when it is abandoned or destroyed", async () => {
    const [abandoned, destroyed] = [newId(), newId()];
    for (const publicId of [abandoned, destroyed]) await sendPiece(await fieldsFor("video", publicId), 0);
    expect(temporary()).toHaveLength(2);
    await destroyMedia({ publicId: destroyed, mediaType: "video" });
    expect(temporary()).toEqual([`pieces-${abandoned.split("/")[1]}`]);
    const old = new Date(Date.now() - 3 * 3_600_000);
    utimesSync(join(mediaFolder, "tmp", temporary()[0] ?? ""), old, old);
    await sweepFiles();
    expect(temporary()).toEqual([]);
  });
});

describe("media delivery", () => {
  let picture = "";
  let video = "";
  beforeAll(async () => {
    picture = (await upload("image", { ...(await fieldsFor("image")), file: await photo(1300, 800) })).body
      .secure_url;
    video = (await upload("video", { ...(await fieldsFor("video")), file: clip })).body.secure_url;
  });

  it("serves the next larger width that exists", async () => {
    const widths = await Promise.all(
      [100, 320, 500, 641, 1080, 4000].map(async (width) => {
        const response = await get(sizedImageUrl(picture, width));
        expect(response.headers.get("content-type")).toBe(width > 1080 ? "image/jpeg" : "image/webp");
        return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
      }),
    );
    expect(widths).toEqual([320, 320, 640, 1080, 1080, 1300]);
    for (const candidate of imageSrcSet(picture, 1300).split(", ")) {
      expect((await get(candidate.split(" ")[0] ?? "")).status).toBe(200);
    }
  });

  it("is cacheable for an hour, sandboxed, and revalidates with its ETag", async () => {
    const response = await get(picture);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=3600, must-revalidate",
      "content-security-policy": expect.stringContaining("sandbox"),
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "x-request-id": expect.any(String),
    });
    expect(response.headers.get("vary")).toBeNull();
    const etag = response.headers.get("etag") ?? "";
    expect((await get(picture, { "if-none-match": etag })).status).toBe(304);
    expect((await get(picture, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("serves byte ranges of a video", async () => {
    const whole = Buffer.from(await (await get(video)).arrayBuffer());
    const getRange = async (range: string) => {
      const response = await get(video, { range });
      return {
        response,
        bytes: Buffer.from(await response.arrayBuffer()),
        content: response.headers.get("content-range"),
      };
    };
    const middle = await getRange("bytes=100-199");
    expect(middle.response.status).toBe(206);
    expect(middle.content).toBe(`bytes 100-199/${whole.length}`);
    expect(middle.bytes.equals(whole.subarray(100, 200))).toBe(true);
    const tail = await getRange("bytes=-50");
    expect(tail.bytes.equals(whole.subarray(-50))).toBe(true);
    const remainder = await getRange("bytes=5000-");
    expect(remainder.bytes.equals(whole.subarray(5000))).toBe(true);
    const past = await getRange(`bytes=${whole.length}-`);
    expect(past.response.status).toBe(416);
    expect(past.content).toBe(`bytes */${whole.length}`);
    for (const odd of ["bytes=5-2", "bytes=a-b", "items=0-1", "bytes=0-1,4-5", "bytes=-"]) {
      expect((await getRange(odd)).response.status).toBe(200);
    }
    expect((await get(video, { range: "bytes=0-1", "if-range": '"older"' })).status).toBe(200);
    const head = await get(video, {}, "HEAD");
    expect(head.headers.get("content-length")).toBe(String(whole.length));
    expect(await head.text()).toBe("");
  });

  it.each([
    ["bytes=0-0", 10, { start: 0, end: 0 }],
    ["bytes=0-99", 10, { start: 0, end: 9 }],
    ["bytes=-99", 10, { start: 0, end: 9 }],
    ["bytes=-0", 10, "unsatisfiable"],
    ["bytes=10-", 10, "unsatisfiable"],
    [null, 10, null],
  ])("parses the range %s of %d bytes", (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range);
  });

  it.each([
    ["image/upload/w_9999999,c_fill", 400],
    ["image/upload/c_limit,f_auto,q_auto,w_99999", 400],
    ["video/upload/so_5", 400],
    ["image/upload/l_fetch:aHR0cDovL2V2aWw", 404],
  ])("rejects the transformation %s", async (transformation, status) => {
    const path = picture.split("/upload/")[1];
    expect((await get(`http://localhost:3000/media/${transformation}/${path}`)).status).toBe(status);
  });

  it.each([
    "image/upload/campus-circle/../../../../etc/passwd.jpg",
    "image/upload/campus-circle/..%2f..%2fsecret.jpg",
    "image/upload/%2e%2e/%2e%2e/secret.jpg",
    "image/upload/campus-circle/facts.json",
    "raw/upload/campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg",
    "image/upload/campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg",
    "image/upload/tmp/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg",
    "image/upload/campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg%00.png",
  ])("finds nothing at %s", async (path) => {
    const response = await get(`http://localhost:3000/media/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });
});
