import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { OPTIONS, POST } from "@/app/media/[type]/upload/route";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { destroyMedia, findAsset, openMedia, signUpload } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { parseRange } from "@/lib/platform/media/local-deliver";
import { sweepFiles } from "@/lib/platform/media/local-files";
import { imageSrcSet, isStillUrl, posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { createMember, type Member } from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";
import { box, replaceBytes, u32 } from "@/tests/video-files";

const context = { params: Promise.resolve({}) };
const mediaFolder = join(process.env.DATA_DIR ?? "", "media");
const sample = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/located.mp4"));
const newId = () => `campus-circle/${crypto.randomUUID()}`;

/** How much of an upload is reserved before it arrives. */
const AHEAD = 4 * 1024 ** 2;

const photo = (width = 700, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: "#3046e6" } })
    .withExif({ IFD3: { GPSLatitude: "26/1 13/1 0/1" } })
    .jpeg()
    .toBuffer();

let owner: Member;
beforeAll(useTestDatabase);
beforeEach(async () => {
  owner = await createMember();
});

/** A signed upload, whose row exists from the moment it was authorized. */
async function ticketFor(mediaType: MediaType, publicId = newId()) {
  const empty = { format: "", width: 0, height: 0, bytes: 0 };
  await db().mediaAsset.create({
    data: { id: crypto.randomUUID(), publicId, ownerId: owner.id, mediaType, ...empty },
  });
  const { uploadUrl, poster } = signUpload({ publicId, mediaType });
  return { publicId, uploadUrl, posterUrl: poster?.uploadUrl ?? "" };
}

const answerOf = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});

const FORM = { "content-type": "multipart/form-data; boundary=edge" };
const headOf = (disposition: string) => `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
const FILE_HEAD = headOf('name="file"; filename="a.jpg"');
const FILE_END = "\r\n--edge--\r\n";
const formOf = (file: Buffer | string) =>
  new Uint8Array(Buffer.concat([Buffer.from(FILE_HEAD), Buffer.from(file), Buffer.from(FILE_END)]));

/** Sends a file in a form, as our browser does; a stream is the whole form. */
async function send(
  url: string,
  file: Buffer | string | ReadableStream<Uint8Array>,
  more: Record<string, string> = {},
) {
  const body = file instanceof ReadableStream ? file : formOf(file);
  const headers = { ...FORM, ...more };
  const request = new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return answerOf(await POST(request, context));
}

/** Sends a form of several parts. */
async function post(url: string, parts: Record<string, Buffer | string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    const file = () => new File([new Uint8Array(value as Buffer)], "holiday.html", { type: "text/html" });
    form.append(name, typeof value === "string" ? value : file());
  }
  return answerOf(await POST(new Request(url, { method: "POST", body: form }), context));
}

const change = (url: string, name: string, value: string) => {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
};

const bytesOf = async (publicId: string) =>
  (await db().mediaAsset.findUniqueOrThrow({ where: { publicId } })).bytes;
const setBytes = (publicId: string, bytes: number) =>
  db().mediaAsset.update({ where: { publicId }, data: { bytes } });

/** What has arrived and is not stored yet. */
const incoming = () => {
  mkdirSync(join(mediaFolder, "tmp"), { recursive: true });
  return readdirSync(join(mediaFolder, "tmp"));
};
afterEach(() => {
  for (const name of incoming()) rmSync(join(mediaFolder, "tmp", name), { recursive: true });
});

/** Lets the disk have room for so many megabytes and no more. */
function limitRoom(megabytes: number) {
  mkdirSync(mediaFolder, { recursive: true });
  const { bavail, bsize } = statfsSync(mediaFolder);
  const reserve = Math.floor((bavail * bsize) / 1024 ** 2) - megabytes;
  process.env.MEDIA_MIN_FREE_MB = String(Math.max(0, reserve));
  resetEnvForTests();
}
afterEach(() => {
  delete process.env.MEDIA_MIN_FREE_MB;
  resetEnvForTests();
});

/** A form whose file sends `bytes` bytes and then stalls until `end`. */
function endless(bytes: number, start = FILE_HEAD) {
  let sent = -1;
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < 0) {
        sent = 0;
        controller.enqueue(Buffer.from(`${start}x`));
      } else if (sent < bytes) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024));
      } else {
        return new Promise((resolve) => {
          end = () => {
            controller.enqueue(Buffer.from(FILE_END));
            controller.close();
            resolve();
          };
        });
      }
      return undefined;
    },
  });
  return { body, sent: () => sent, end: () => end() };
}

/** The built-in host's receiving side over real HTTP, with bodies as they arrive. */
async function serveUploads() {
  const answers: Promise<void>[] = [];
  const server = createServer((request, response) => {
    const init = {
      method: "POST",
      headers: request.headers as Record<string, string>,
      body: Readable.toWeb(request),
      duplex: "half",
    };
    const url = `http://localhost:3000${request.url}`;
    const answer = POST(new Request(url, init as RequestInit), context).then(async (answered) => {
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(Buffer.from(await answered.arrayBuffer()));
    });
    answers.push(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    /** The same upload at this server. */
    at: (url: string) => url.replace("localhost:3000", `127.0.0.1:${port}`),
    /** Announces a file of `length` bytes and sends the beginning. */
    begin: (url: string, length: number, sent: Buffer | string, range = "") => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      const { pathname, search } = new URL(url);
      const bytes = length + FILE_HEAD.length + FILE_END.length;
      const head = `Host: localhost\r\nContent-Type: ${FORM["content-type"]}\r\nContent-Length: ${bytes}\r\n`;
      socket.write(
        `POST ${pathname}${search} HTTP/1.1\r\n${head}${range && `Content-Range: ${range}\r\n`}\r\n`,
      );
      if (sent.length > 0) socket.write(Buffer.concat([Buffer.from(FILE_HEAD), Buffer.from(sent)]));
      sockets.push(socket);
      return socket;
    },
    /** Waits until so many requests have come, and were looked at. */
    untilBegun: async (count: number) => {
      while (answers.length < count) await delay(10);
      await delay(300);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await Promise.allSettled(answers);
    },
  };
}

const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  GET(new Request(url, { headers, method }), context);

describe("a signed upload", () => {
  it("answers like Cloudinary and stores the picture without its location", async () => {
    const { publicId, uploadUrl } = await ticketFor("image");
    const { status, body } = await send(uploadUrl, await photo());
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
    expect(incoming()).toEqual([]);
  });

  it("may have other fields and files, which are ignored", async () => {
    const { publicId, uploadUrl } = await ticketFor("image");
    const { status, body } = await post(uploadUrl, {
      other: Buffer.from("no picture"),
      file: await photo(),
      upload_preset: "campus_circle",
    });
    expect([status, body.width, await bytesOf(publicId)]).toEqual([200, 700, body.bytes]);
    expect(incoming()).toEqual([]);
  });

  it("gets the same answer when repeated", async () => {
    const { uploadUrl } = await ticketFor("image");
    const first = await send(uploadUrl, await photo());
    expect(first.status).toBe(200);
    const before = readdirSync(mediaFolder, { recursive: true }).length;
    const other = await photo(90, 90);
    expect(await send(uploadUrl, other)).toMatchObject({ status: 200, body: first.body });
    expect(await post(uploadUrl, { file: other })).toMatchObject({ status: 200, body: first.body });
    expect(readdirSync(mediaFolder, { recursive: true }).length).toBe(before);
  });

  it("is stored once when it is sent several times at once", async () => {
    const { uploadUrl } = await ticketFor("image");
    const file = await photo();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(uploadUrl, file)));
    const rejected = answers.filter(({ status }) => status === 409);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(rejected.length + accepted.length).toBe(6);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { body } of accepted) expect(body).toEqual(accepted[0]?.body);
    for (const { body } of rejected) expect(body.message).toBe("That file was sent again.");
  });

  it("stores a video with its duration and the browser's poster", async () => {
    const { publicId, uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    const still = await photo(300, 200);
    expect(await send(posterUpload, still)).toMatchObject({ status: 200, body: { done: false } });
    expect(await bytesOf(publicId)).toBe(AHEAD);
    const { status, body } = await send(uploadUrl, sample);
    expect(status).toBe(200);
    expect(body).toMatchObject({ resource_type: "video", format: "mp4", width: 96, height: 64, duration: 1 });
    const poster = await get(posterUrl(body.secure_url));
    expect(poster.headers.get("content-type")).toBe("image/jpeg");
    const { width, height, exif } = await sharp(Buffer.from(await poster.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([300, 200, undefined]);
    const video = Buffer.from(await (await get(body.secure_url)).arrayBuffer());
    expect(video.includes("26.2183")).toBe(false);
    expect([await bytesOf(publicId), incoming()]).toEqual([body.bytes, []]);
  });

  it("leaves a GIF of a messenger animated, and has a still picture of it", async () => {
    const gif = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/gif-480x270-75.gif"));
    const { status, body } = await send((await ticketFor("image")).uploadUrl, gif);
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
    const { body } = await send((await ticketFor("video")).uploadUrl, sample);
    const poster = await get(posterUrl(body.secure_url));
    expect(poster.status).toBe(200);
    expect((await findAsset({ publicId: body.public_id, mediaType: "video" }))?.placeholder).toMatch(
      /^data:image/,
    );
  });

  it.each([
    ["no signature", "signature", ""],
    ["a forged signature", "signature", "0".repeat(64)],
    ["another id", "id", crypto.randomUUID()],
    ["a path for an id", "id", "../../secret"],
    ["another part", "part", "poster"],
    ["a later end", "expires", String(Math.floor(Date.now() / 1000) + 9_999)],
  ])("is rejected before it is read with %s", async (_, name, value) => {
    const url = change((await ticketFor("image")).uploadUrl, name, value);
    const before = readdirSync(mediaFolder, { recursive: true }).length;
    const stream = endless(80 * 1024 ** 2);
    for (const answer of [await send(url, stream.body), await post(url, { file: await photo() })]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: { message: expect.any(String) }, message: expect.any(String) });
    }
    expect(stream.sent()).toBeLessThan(1024 ** 2);
    expect(readdirSync(mediaFolder, { recursive: true }).length).toBe(before);
  });

  it("is rejected an hour after signing, and for the other media type", async () => {
    const { uploadUrl } = await ticketFor("image");
    expect((await send(uploadUrl.replace("/image/", "/video/"), sample)).status).toBe(401);
    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 3_601_000);
    const late = await send(uploadUrl, await photo());
    expect([late.status, late.body.message]).toEqual([
      401,
      "The upload took too long to begin. Please try again.",
    ]);
  });

  it.each([
    ["an SVG with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 415],
    ["an HTML page", "<!doctype html><script>1</script>", 415],
    ["empty", "", 400],
  ])("is rejected when the file is %s", async (_, content, status) => {
    const { publicId, uploadUrl } = await ticketFor("image");
    expect((await send(uploadUrl, content)).status).toBe(status);
    // It takes no space, and the right file may follow.
    expect([await bytesOf(publicId), incoming()]).toEqual([0, []]);
    expect((await send(uploadUrl, await photo())).status).toBe(200);
  });

  it("is rejected when a video is sent for a picture, or the other way round", async () => {
    expect((await send((await ticketFor("image")).uploadUrl, sample)).status).toBe(415);
    expect((await send((await ticketFor("video")).uploadUrl, await photo())).status).toBe(415);
    const { uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    await send(posterUpload, sample);
    expect((await send(uploadUrl, sample)).status).toBe(415);
    expect(incoming()).toEqual([]);
  });

  it("is rejected when it is a video of more than three minutes", async () => {
    const delta = 16;
    const seconds = (video: Buffer, factor: number) => {
      const samples = video.readUInt32BE(video.indexOf("stts") + delta);
      // Without the edit list, which would end it after its second.
      const whole = Buffer.from(video.toString("latin1").replaceAll("edts", "free"), "latin1");
      return replaceBytes(whole, "stts", delta, u32(samples * factor));
    };
    const accepted = await send((await ticketFor("video")).uploadUrl, seconds(sample, 170));
    expect(accepted).toMatchObject({ status: 200, body: { duration: expect.closeTo(170, -1) } });
    const rejected = await send((await ticketFor("video")).uploadUrl, seconds(sample, 190));
    expect([rejected.status, rejected.body.message]).toEqual([
      413,
      "That video is longer than 3 minutes. Please choose a shorter one.",
    ]);
  });

  it("is rejected without a file, and when what is posted is not a form", async () => {
    const { uploadUrl } = await ticketFor("image");
    expect((await post(uploadUrl, { upload_preset: "x" })).status).toBe(400);
    const sendAs = async (type: string, body: string) =>
      (
        await POST(
          new Request(uploadUrl, { method: "POST", headers: { "content-type": type }, body }),
          context,
        )
      ).status;
    expect(await sendAs("application/json", "{}")).toBe(415);
    expect(await sendAs("multipart/form-data", "x")).toBe(415);
    expect(await sendAs("multipart/form-data; boundary=x", "--x\r\nbroken")).toBe(400);
    expect(await sendAs("multipart/form-data; boundary=x", "")).toBe(400);
    expect(await sendAs("multipart/form-data; boundary=", "x")).toBe(400);
  });

  it.each([
    ["its file", FILE_HEAD],
    ["an unexpected file", headOf('name="other"; filename="a.jpg"')],
    ["a preamble", ""],
  ])("stops in the middle of %s that exceeds 10 MB and stores nothing", async (_, start) => {
    const { publicId, uploadUrl } = await ticketFor("image");
    const { body, sent } = endless(80 * 1024 ** 2, start);
    const { status, body: answer } = await send(uploadUrl, body);
    expect([status, answer.message]).toEqual([
      413,
      "That file is too large. Please choose one of at most 10 MB.",
    ]);
    expect(sent()).toBeLessThan(12 * 1024 ** 2);
    expect([await bytesOf(publicId), incoming()]).toEqual([0, []]);
  });

  it("is rejected before its file is read when it is declared too large, or its row was deleted", async () => {
    const [large, deleted] = [await ticketFor("video"), await ticketFor("image")];
    await db().mediaAsset.delete({ where: { publicId: deleted.publicId } });
    const stream = endless(80 * 1024 ** 2);
    const declared = { "content-length": String(200 * 1024 ** 2) };
    expect(await send(large.uploadUrl, stream.body, declared)).toMatchObject({ status: 413 });
    const response = await send(deleted.uploadUrl, endless(0).body);
    expect([response.status, response.body.message]).toEqual([
      410,
      "That upload is no longer there. Please upload the file again.",
    ]);
    expect([stream.sent() < 1024 ** 2, incoming()]).toEqual([true, []]);
  });

  it("is rejected while its owner has 1 GB of unposted media, and counted once it is accepted", async () => {
    const unposted = await ticketFor("video");
    const next = await ticketFor("image");
    await setBytes(unposted.publicId, 1024 ** 3);
    const rejected = await send(next.uploadUrl, await photo());
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(60 * 60);
    expect(await bytesOf(next.publicId)).toBe(0);
    await db().mediaAsset.update({
      where: { publicId: unposted.publicId },
      data: { attachedAt: new Date() },
    });
    const accepted = await send(next.uploadUrl, await photo());
    expect(accepted.status).toBe(200);
    expect(await bytesOf(next.publicId)).toBe(accepted.body.bytes);
  });

  it("reserves a little more than has arrived, and holds it when its poster is sent", async () => {
    const { publicId, uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    const declared = { "content-length": String(90 * 1024 ** 2) };
    const { body, end } = endless(64 * 1024);
    const underway = send(uploadUrl, body, declared);
    while (!incoming().length) await delay(5);
    expect(await bytesOf(publicId)).toBe(AHEAD);
    expect(await send(posterUpload, await photo())).toMatchObject({ status: 200 });
    expect(await bytesOf(publicId)).toBe(64 * 1024 + 1 + AHEAD);
    end();
    expect([(await underway).status, await bytesOf(publicId)]).toEqual([415, 0]);
  });

  it("is stopped when its poster is too large, so that it takes no room that is not counted", async () => {
    const { publicId, uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    const underway = send(uploadUrl, endless(64 * 1024).body);
    while (!incoming().length) await delay(5);
    const tooLarge = { "content-length": String(11 * 1024 ** 2) };
    expect((await send(posterUpload, "x", tooLarge)).status).toBe(413);
    expect((await underway).status).toBe(413);
    expect([await bytesOf(publicId), incoming()]).toEqual([0, []]);
  });

  it("is rejected when the disk is almost full", async () => {
    const { uploadUrl } = await ticketFor("image");
    limitRoom(-1_000_000);
    const { status, headers, body } = await send(uploadUrl, await photo());
    limitRoom(1_000);
    expect([status, headers.get("retry-after"), body.message]).toEqual([
      503,
      "60",
      "There is no room for new files right now. Please try again later.",
    ]);
    expect((await send(uploadUrl, await photo())).status).toBe(200);
  });

  it("takes no room from others with what it only announces", async () => {
    const announced = { "content-length": String(60 * 1024 ** 2) };
    limitRoom(150);
    const slow = await Promise.all(Array.from({ length: 3 }, () => ticketFor("video")));
    const begun = slow.map(({ uploadUrl }) => {
      const stalled = endless(64 * 1024);
      return { answer: send(uploadUrl, stalled.body, announced), end: stalled.end };
    });
    while (incoming().length < 3) await delay(5);
    expect(await send((await ticketFor("video")).uploadUrl, sample, announced)).toMatchObject({
      status: 200,
    });
    for (const { end } of begun) end();
    for (const { answer } of begun) expect((await answer).status).toBe(415);
  });

  it.each([
    ["the disk is almost full", 503, async () => limitRoom(-1_000_000)],
    ["its owner has no room left", 429, (other: string) => setBytes(other, 1024 ** 3)],
  ])("is stopped on its way once %s", async (_, status, fill) => {
    const [{ uploadUrl }, other] = [await ticketFor("video"), await ticketFor("video")];
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(sent === 0 ? Buffer.from(FILE_HEAD) : new Uint8Array(64 * 1024));
        sent += 64 * 1024;
        if (sent === 1024 ** 2) await fill(other.publicId);
      },
    });
    expect(await send(uploadUrl, body)).toMatchObject({ status });
    expect(sent).toBeLessThan(AHEAD + 2 * 1024 ** 2);
  });

  it.each([
    ["no signature", "", ""],
    ["a made-up one", `&signature=${"0".repeat(64)}`, "x"],
  ])(
    "is taken at once over HTTP, beside 200 connections that announce videos with %s",
    async (_, query, begun) => {
      limitRoom(1_500);
      const server = await serveUploads();
      const { uploadUrl } = await ticketFor("image");
      const file = formOf(await photo());
      try {
        for (let number = 0; number < 200; number++) {
          server.begin(`http://localhost/media/video/upload?part=file${query}`, 100_000_000, begun);
        }
        await server.untilBegun(200);
        const signal = AbortSignal.timeout(5_000);
        const response = await fetch(server.at(uploadUrl), {
          method: "POST",
          headers: FORM,
          body: file,
          signal,
        });
        expect([response.status, await response.json()]).toEqual([
          200,
          expect.objectContaining({ width: 700 }),
        ]);
      } finally {
        await server.close();
      }
    },
  );

  it("may come from any origin, because only the signature authorizes it", async () => {
    const url = "http://localhost:3000/media/image/upload";
    const response = await OPTIONS(new Request(url, { method: "OPTIONS" }), context);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, POST, OPTIONS");
    // Both are sent with a piece.
    const allowed = response.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["Content-Range", "X-Unique-Upload-Id"]));
    expect((await send(url, "x")).headers.get("access-control-allow-origin")).toBe("*");
  });

  it("does not stay when its row is deleted meanwhile, and cannot come back", async () => {
    const { publicId, uploadUrl } = await ticketFor("image");
    const { body, end } = endless(64 * 1024);
    const underway = send(uploadUrl, body);
    while (!incoming().length) await delay(5);
    await db().mediaAsset.delete({ where: { publicId } });
    await destroyMedia({ publicId, mediaType: "image" });
    end();
    expect(await underway).toMatchObject({ status: 410 });

    const stored = await ticketFor("image");
    const deleteRow = db().mediaAsset.delete.bind(db().mediaAsset);
    const file = await photo();
    // Deleted once the file is stored, but not recorded yet.
    const rest = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(formOf(file).subarray(0, -FILE_END.length));
        while (!incoming().some((name) => name.startsWith("incoming-"))) await delay(5);
        await deleteRow({ where: { publicId: stored.publicId } });
        controller.enqueue(Buffer.from(FILE_END));
        controller.close();
      },
    });
    expect(await send(stored.uploadUrl, rest)).toMatchObject({ status: 410 });
    expect(existsSync(join(mediaFolder, stored.publicId))).toBe(false);
    expect(await send(stored.uploadUrl, file)).toMatchObject({ status: 410 });
    expect(incoming()).toEqual([]);
  });
});

describe("an upload in pieces", () => {
  const MB = 1_000_000;
  const video = Buffer.concat([sample, box("free", Buffer.alloc(12 * MB - sample.length - 8))]);
  const PIECES = [
    [0, 5 * MB],
    [5 * MB, 10 * MB],
    [10 * MB, 12 * MB],
  ] as const;
  const rangeOf = (start: number, end: number, total: number) => `bytes ${start}-${end - 1}/${total}`;

  const sendRange = (url: string, file: Buffer, range: string) => send(url, file, { "Content-Range": range });
  const sendPiece = (url: string, index: 0 | 1 | 2, file = video) => {
    const [start, end] = PIECES[index];
    return sendRange(url, file.subarray(start, end), rangeOf(start, end, file.length));
  };

  it("is stored when the last has arrived, and answered as a whole one is", async () => {
    const { publicId, uploadUrl, posterUrl: posterUpload } = await ticketFor("video");
    await send(posterUpload, await photo(300, 200));
    expect(await sendPiece(uploadUrl, 0)).toMatchObject({
      status: 200,
      body: { done: false, public_id: publicId, resource_type: "video", bytes: 5 * MB },
    });
    const posterBytes = (await bytesOf(publicId)) - 5 * MB;
    expect(posterBytes).toBeGreaterThan(0);
    expect(posterBytes).toBeLessThan(100_000);
    expect(await sendPiece(uploadUrl, 1)).toMatchObject({
      status: 200,
      body: { done: false, bytes: 10 * MB },
    });
    const { status, body } = await sendPiece(uploadUrl, 2);
    expect(status).toBe(200);
    expect(body).toMatchObject({ resource_type: "video", format: "mp4", width: 96, height: 64, duration: 1 });
    expect((await get(body.secure_url)).status).toBe(200);
    const poster = Buffer.from(await (await get(posterUrl(body.secure_url))).arrayBuffer());
    expect((await sharp(poster).metadata()).width).toBe(300);
    expect(await bytesOf(publicId)).toBe(body.bytes);
    expect(incoming()).toEqual([]);
  });

  it("takes every piece again, because answers get lost", async () => {
    const { uploadUrl } = await ticketFor("video");
    for (const index of [0, 1] as const) {
      const first = await sendPiece(uploadUrl, index);
      expect((await sendPiece(uploadUrl, index)).body).toEqual(first.body);
    }
    const last = await sendPiece(uploadUrl, 2);
    expect(last).toMatchObject({ status: 200, body: { width: 96 } });
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body: last.body });
    expect(incoming()).toEqual([]);
  });

  it("is stored once when the last piece is sent several times at once", async () => {
    const { uploadUrl } = await ticketFor("video");
    for (const index of [0, 1] as const) await sendPiece(uploadUrl, index);
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendPiece(uploadUrl, 2)));
    const stored = answers.filter(({ status }) => status === 200);
    expect(stored.length).toBeGreaterThan(0);
    for (const { body } of stored) expect(body).toEqual(stored[0]?.body);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.message]).toEqual([409, "That file was sent again."]);
    }
    expect(incoming()).toEqual([]);
  });

  it("goes on where it was after connections that are cut, and before the server noticed", async () => {
    const { publicId, uploadUrl } = await ticketFor("video");
    const server = await serveUploads();
    const sendTo = (index: 0 | 1 | 2) => {
      const [start, end] = PIECES[index];
      return fetch(server.at(uploadUrl), {
        method: "POST",
        headers: { ...FORM, "Content-Range": rangeOf(start, end, video.length) },
        body: formOf(video.subarray(start, end)),
        signal: AbortSignal.timeout(10_000),
      });
    };
    const range = rangeOf(5 * MB, 10 * MB, video.length);
    const part = video.subarray(5 * MB, 7 * MB);
    try {
      expect((await sendTo(0)).status).toBe(200);
      const cut = server.begin(uploadUrl, 5 * MB, part, range);
      await server.untilBegun(2);
      cut.destroy();
      await delay(100);
      // This one stays open and sends nothing more.
      server.begin(uploadUrl, 5 * MB, part, range);
      await server.untilBegun(3);
      expect(await (await sendTo(1)).json()).toMatchObject({ bytes: 10 * MB });
      const last = await sendTo(2);
      expect([last.status, await last.json()]).toEqual([
        200,
        expect.objectContaining({ public_id: publicId, duration: 1 }),
      ]);
    } finally {
      await server.close();
    }
  });

  it("rejects a piece that leaves a gap, or of a shorter file than has arrived", async () => {
    const { uploadUrl } = await ticketFor("video");
    const conflict = { status: 409, body: { message: expect.stringMatching(/^That piece does not follow/) } };
    expect(await sendPiece(uploadUrl, 1)).toMatchObject(conflict);
    expect(await sendPiece(uploadUrl, 0)).toMatchObject({ status: 200 });
    expect(await sendPiece(uploadUrl, 2)).toMatchObject(conflict);
    for (const [start, end, total] of [
      [5 * MB + 1, 11 * MB, 12 * MB],
      [3 * MB, 4 * MB, 4 * MB],
    ] as const) {
      expect(
        await sendRange(uploadUrl, video.subarray(start, end), rangeOf(start, end, total)),
      ).toMatchObject(conflict);
    }
    expect(await sendPiece(uploadUrl, 1)).toMatchObject({ status: 200 });
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body: { width: 96 } });
  });

  it("begins again with the first piece", async () => {
    const { uploadUrl } = await ticketFor("video");
    const other = Buffer.alloc(12 * MB, "no video");
    await sendPiece(uploadUrl, 0, other);
    await sendPiece(uploadUrl, 1, other);
    for (const index of [0, 1] as const) await sendPiece(uploadUrl, index);
    expect(await sendPiece(uploadUrl, 2)).toMatchObject({ status: 200, body: { width: 96 } });
  });

  it.each([
    "bytes 0-4999999/*",
    "bytes 0-4999999/-1",
    "bytes */12000000",
    "bytes 5-2/12000000",
    "bytes 0-12000000/12000000",
    "items 0-4999999/12000000",
  ])("rejects the range %s", async (range) => {
    const { uploadUrl } = await ticketFor("video");
    const { status, body } = await sendRange(uploadUrl, video.subarray(0, 5 * MB), range);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/\.$/)]);
    expect(incoming()).toEqual([]);
  });

  it("is measured whole before its first byte is stored", async () => {
    const { uploadUrl } = await ticketFor("video");
    const first = video.subarray(0, 5 * MB);
    expect(await sendRange(uploadUrl, first, `bytes 0-4999999/${100 * 1024 ** 2 + 1}`)).toMatchObject({
      status: 413,
    });
    const picture = await ticketFor("image");
    expect(await sendRange(picture.uploadUrl, first, `bytes 0-4999999/${11 * 1024 ** 2}`)).toMatchObject({
      status: 413,
    });
    const unposted = await ticketFor("video");
    await setBytes(unposted.publicId, 1024 ** 3 - 80 * MB);
    expect(await sendRange(uploadUrl, first, "bytes 0-4999999/90000000")).toMatchObject({ status: 429 });
    limitRoom(30);
    expect(await sendRange(uploadUrl, first, "bytes 0-4999999/50000000")).toMatchObject({ status: 503 });
    expect(incoming()).toEqual([]);
  });

  it("reserves what has arrived and the piece on its way, not what is announced", async () => {
    for (let number = 0; number < 12; number++) {
      const { publicId, uploadUrl } = await ticketFor("video");
      expect(await sendRange(uploadUrl, video.subarray(0, 1), "bytes 0-0/100000000")).toMatchObject({
        body: { done: false },
      });
      expect(await bytesOf(publicId)).toBe(1);
    }
  });

  it("rejects a piece that is shorter or longer than its range", async () => {
    const { uploadUrl } = await ticketFor("video");
    const range = rangeOf(0, 5 * MB, 12 * MB);
    expect(await sendRange(uploadUrl, video.subarray(0, 5 * MB - 1), range)).toMatchObject({ status: 400 });
    expect(await sendRange(uploadUrl, video.subarray(0, 5 * MB + 1), range)).toMatchObject({ status: 413 });
    expect(await sendPiece(uploadUrl, 0)).toMatchObject({ status: 200 });
  });

  it("requires a valid signature and a row before every piece", async () => {
    const { publicId, uploadUrl } = await ticketFor("video");
    await sendPiece(uploadUrl, 0);
    expect(await sendPiece(change(uploadUrl, "signature", "0".repeat(64)), 1)).toMatchObject({
      status: 401,
    });
    await db().mediaAsset.delete({ where: { publicId } });
    expect(await sendPiece(uploadUrl, 1)).toMatchObject({ status: 410 });
    expect(incoming()).toEqual([]);
  });

  it("is rejected with its last piece when the file is not a video, and takes no space", async () => {
    const { publicId, uploadUrl } = await ticketFor("video");
    const file = Buffer.alloc(12 * MB, "no video");
    for (const index of [0, 1] as const) await sendPiece(uploadUrl, index, file);
    expect(await sendPiece(uploadUrl, 2, file)).toMatchObject({ status: 415 });
    expect([await bytesOf(publicId), incoming()]).toEqual([0, []]);
  });

  it("leaves nothing when it is abandoned or destroyed", async () => {
    const [abandoned, destroyed] = [await ticketFor("video"), await ticketFor("video")];
    for (const { uploadUrl } of [abandoned, destroyed]) await sendPiece(uploadUrl, 0);
    expect(incoming()).toHaveLength(2);
    await destroyMedia({ publicId: destroyed.publicId, mediaType: "video" });
    expect(incoming()).toEqual([`incoming-${abandoned.publicId.split("/")[1]}`]);
    expect(await sweepFiles()).toBe(0);
    const old = new Date(Date.now() - 3 * 3_600_000);
    utimesSync(join(mediaFolder, "tmp", incoming()[0] ?? ""), old, old);
    expect(await sweepFiles()).toBe(1);
    expect(incoming()).toEqual([]);
  });
});

describe("media delivery", () => {
  let picture = "";
  let video = "";
  beforeAll(async () => {
    picture = (await send((await ticketFor("image")).uploadUrl, await photo(1300, 800))).body.secure_url;
    video = (await send((await ticketFor("video")).uploadUrl, sample)).body.secure_url;
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
      "cache-control": "public, max-age=3600, s-maxage=0, must-revalidate",
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

  it("has a limit by site", async () => {
    setLimit("media_site", 2, 600);
    try {
      const from = (address: string) => get(picture, { "x-client-address": address });
      expect([(await from("2001:db8:1:1::1")).status, (await from("2001:db8:1:2::1")).status]).toEqual([
        200, 200,
      ]);
      const rejected = await from("2001:db8:1:3::1");
      expect([rejected.status, Number(rejected.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expect(await rejected.json()).toMatchObject({
        error: { message: expect.stringContaining("too often") },
      });
      expect((await from("2001:db8:2:1::1")).status).toBe(200);
    } finally {
      resetLimit("media_site");
    }
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

describe("a file that something else wrote", () => {
  const outside = join(process.env.DATA_DIR ?? "", "elsewhere");
  let publicId = "";
  let url = "";
  let folder = "";
  beforeEach(async () => {
    const ticket = await ticketFor("image");
    ({ publicId } = ticket);
    url = (await send(ticket.uploadUrl, await photo())).body.secure_url;
    folder = join(mediaFolder, publicId);
    expect((await get(url)).status).toBe(200);
    mkdirSync(outside, { recursive: true });
    for (const name of ["facts.json", "master.jpg"])
      writeFileSync(join(outside, name), readFileSync(join(folder, name)));
  });

  /** Gets it when what was known of it before is no longer relied on. */
  async function getLater() {
    const now = performance.now() + 6_000;
    jest.spyOn(performance, "now").mockReturnValue(now);
    return (await get(url)).status;
  }

  const up = "/../../../elsewhere/master.jpg";
  it.each<[string, (facts: object) => string]>([
    ["another format", (facts) => JSON.stringify({ ...facts, format: up, files: { [`master.${up}`]: 9 } })],
    [
      "a name that leads elsewhere",
      (facts) => JSON.stringify({ ...facts, files: { "master.jpg": 9, [up]: 9 } }),
    ],
    ["a width that leads elsewhere", (facts) => JSON.stringify({ ...facts, widths: ["1/../../x"] })],
    ["no metadata", () => "not JSON"],
  ])("is rejected with %s", async (_, change) => {
    const file = join(folder, "facts.json");
    writeFileSync(file, change(JSON.parse(readFileSync(file, "utf8"))));
    expect(await getLater()).toBe(404);
    expect(await findAsset({ publicId, mediaType: "image" })).toBeNull();
  });

  it.each(["facts.json", "master.jpg", ""])("follows no link (%j)", async (name) => {
    renameSync(join(folder, name), join(outside, "moved"));
    symlinkSync(join(outside, name), join(folder, name));
    expect(await getLater()).toBe(404);
    rmSync(join(folder, name));
    renameSync(join(outside, "moved"), join(folder, name));
    expect(await getLater()).toBe(200);
  });

  it("follows no name of the database that leads elsewhere", async () => {
    const asset = { publicId, mediaType: "image", format: "jpg" } as const;
    expect(await openMedia(asset)).not.toBeNull();
    await expect(openMedia({ ...asset, format: up })).rejects.toThrow("is no file of an upload");
    const wrong = "campus-circle/../../elsewhere";
    await expect(openMedia({ ...asset, publicId: wrong })).rejects.toThrow("is no file of an upload");
    await expect(destroyMedia({ ...asset, publicId: wrong })).rejects.toThrow("is no file of an upload");
    expect(existsSync(join(outside, "master.jpg"))).toBe(true);
  });
});
