import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import sharp from "sharp";
import { cloudinaryHost } from "@/lib/platform/media/cloudinary";
import { cloudinaryOrigins } from "@/lib/platform/media/cloudinary-account";
import { HOST_TIMEOUT_MS } from "@/lib/platform/media/host";
import { AVATAR_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";

const publicId = "campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11";
const image = { publicId, mediaType: "image" } as const;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let answer: Answer;
let seen: { method?: string; url?: string; authorization?: string; form?: FormData }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const form = chunks.length > 0 ? await formIn(Buffer.concat(chunks), headers["content-type"]) : undefined;
    seen.push({ method, url, ...(form ? { form } : { authorization: headers.authorization ?? "" }) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);
beforeEach(() => {
  seen = [];
});

const host = (timeoutMs?: number) =>
  cloudinaryHost(
    `cloudinary://key:secret@demo?upload_prefix=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    timeoutMs,
  );
const json =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

/** A video without a still picture of its own. */
const videoOnly =
  (body: unknown): Answer =>
  (request, response) =>
    (request.url?.includes("/image/")
      ? json(404, { error: { message: "Resource not found" } })
      : json(200, body))(request, response);

const formIn = (body: Buffer, type = "") =>
  new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();

/** Cloudinary's signature of a form, as its documentation describes it. */
function signatureOf(fields: Record<string, unknown>, secret: string): string {
  const signed = Object.entries(fields).filter(([name]) => !["api_key", "file", "signature"].includes(name));
  const text = signed.map(([name, value]) => `${name}=${value}`).sort();
  return createHash("sha1")
    .update(text.join("&") + secret)
    .digest("hex");
}

const makeAvatar = async () => {
  const white = sharp({ create: { width: 600, height: 600, channels: 3, background: "#fff" } });
  return processOwnPicture(await white.png().toBuffer(), AVATAR_PICTURE);
};

describe("Cloudinary as the media host", () => {
  it("signs an upload with folder, id, preset and a transformation that strips the location", () => {
    const { uploadUrl, fields } = host().signUpload(image);
    expect(uploadUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1_1\/demo\/image\/upload$/);
    expect(fields.signature).toBe(signatureOf(fields, "secret"));
    expect(fields).toMatchObject({
      api_key: "key",
      folder: "campus-circle",
      public_id: "6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11",
      upload_preset: "campus_circle",
      timestamp: expect.stringMatching(/^\d{10}$/),
      transformation: "if_ar_lt_0.5/c_limit,w_1080/if_else/c_limit,h_2048,w_2048/if_end",
      overwrite: "false",
    });
    expect(JSON.stringify(fields)).not.toContain("secret");
  });

  it("signs videos to be re-encoded before storage, with an eager delivered version", () => {
    const { fields } = host().signUpload({ publicId, mediaType: "video" });
    expect(fields.signature).toBe(signatureOf(fields, "secret"));
    expect(fields).toMatchObject({
      allowed_formats: "mp4,mov,webm",
      transformation: "c_limit,h_1920,vc_h264,w_1920",
      format: "mp4",
      eager: "q_auto,vc_h264/mp4",
      eager_async: "true",
    });
  });

  it.each([
    ["image", { image_metadata: { GPSLatitude: "26 deg 13' N" } }],
    ["video", { video_metadata: { LocationISO6709: "+26.2183+078.1828/" } }],
    ["video", { media_metadata: { tags: { "com.apple.quicktime.location.ISO6709": "+26.2183+078.1828/" } } }],
    ["video", { media_metadata: { streams: [{ location: "+26.2183+078.1828/" }] } }],
  ] as const)("rejects a %s that still contains its location", async (mediaType, metadata) => {
    const found = { format: "mp4", width: 720, height: 900, bytes: 5000, ...metadata };
    answer = mediaType === "video" ? videoOnly(found) : json(200, found);
    await expect(host().findAsset({ publicId, mediaType })).rejects.toMatchObject({
      code: "validation",
      message: expect.stringMatching(/location/),
    });
    for (const { url } of seen) expect(url).toMatch(/[?&]media_metadata=true/);
  });

  it("accepts a video without a location in its metadata", async () => {
    const video_metadata = { codec: "h264", chroma_location: "left", location: "", GPSInfo: null };
    const video = { format: "mp4", width: 720, height: 900, bytes: 5000, duration: 6, video_metadata };
    answer = videoOnly(video);
    expect(await host().findAsset({ publicId, mediaType: "video" })).toEqual({
      format: "mp4",
      width: 720,
      height: 900,
      bytes: 5000,
      duration: 6,
      placeholder: "",
      hasPoster: false,
    });
  });

  it("signs as Cloudinary's documentation shows", () => {
    const fields = {
      eager: "w_400,h_300,c_pad|w_260,h_200,c_crop",
      public_id: "sample_image",
      timestamp: "1315060510",
    };
    expect(signatureOf(fields, "abcd")).toBe("bfd09f95f331f558cbd1320e67aa8d488770583e");
  });

  it("uses Cloudinary's own addresses by default", () => {
    const plain = cloudinaryHost("cloudinary://key:secret@demo");
    expect(plain.signUpload(image).uploadUrl).toBe("https://api.cloudinary.com/v1_1/demo/image/upload");
    expect(cloudinaryOrigins("cloudinary://key:secret@demo")).toEqual({
      upload: "https://api.cloudinary.com",
      delivery: "https://res.cloudinary.com",
    });
    expect(plain.deliveryUrl({ ...image, format: "jpg" })).toBe(
      `https://res.cloudinary.com/demo/image/upload/c_limit,q_auto,w_2048/${publicId}.jpg`,
    );
    expect(plain.deliveryUrl({ publicId, mediaType: "video", format: "mov" })).toBe(
      `https://res.cloudinary.com/demo/video/upload/q_auto,vc_h264/${publicId}.mp4`,
    );
    expect(plain.deliveryUrl({ publicId, mediaType: "video", format: "mp4", poster: true })).toBe(
      `https://res.cloudinary.com/demo/video/upload/c_limit,q_auto,so_0,w_1080/${publicId}.jpg`,
    );
  });

  it.each([
    ["?secure_distribution=media.example.org&private_cdn=true", "https://media.example.org"],
    ["?secure_distribution=media.example.org", "https://media.example.org/demo"],
    ["/media.example.org", "https://media.example.org"],
    ["?private_cdn=true", "https://demo-res.cloudinary.com"],
  ])("delivers from a custom host that the content security policy allows: %s", (options, base) => {
    const configuration = `cloudinary://key:secret@demo${options}`;
    const url = cloudinaryHost(configuration).deliveryUrl({ ...image, format: "jpg" });
    expect(url).toBe(`${base}/image/upload/c_limit,q_auto,w_2048/${publicId}.jpg`);
    expect(cloudinaryHost(configuration).parseMediaUrl(url)).toEqual(image);
    expect(cloudinaryOrigins(configuration).delivery).toBe(new URL(base).origin);
  });

  it("returns the metadata of an upload, with a placeholder of its main colour", async () => {
    answer = json(200, {
      format: "jpg",
      width: 1200,
      height: 800,
      bytes: 5000,
      colors: [
        ["#FF9A6C", 60.1],
        ["#222222", 20],
      ],
    });
    const media = await host().findAsset(image);
    expect(media).toMatchObject({ format: "jpg", width: 1200, height: 800, bytes: 5000, duration: null });
    const pixel = await sharp(Buffer.from(media?.placeholder.split(",")[1] ?? "", "base64"))
      .raw()
      .toBuffer();
    expect(Math.abs((pixel[0] ?? 0) - 0xff)).toBeLessThan(12);
    expect(seen[0]).toMatchObject({
      url: `/v1_1/demo/resources/image/upload/${encodeURIComponent(publicId)}?colors=true&media_metadata=true&pages=true`,
      authorization: `Basic ${Buffer.from("key:secret").toString("base64")}`,
    });
    answer = json(404, { error: { message: "Resource not found" } });
    expect(await host().findAsset(image)).toBeNull();
  });

  it("uploads a server-side picture as a browser would", async () => {
    answer = json(200, { format: "webp", width: 500, height: 500, bytes: 900 });
    const picture = await makeAvatar();
    expect(await host().storePicture(publicId, picture)).toEqual({
      format: "webp",
      width: 500,
      height: 500,
      bytes: 900,
      duration: null,
      placeholder: picture.placeholder,
      hasPoster: false,
    });
    expect(seen).toMatchObject([{ method: "POST", url: "/v1_1/demo/image/upload" }]);
    const { file, ...sent } = Object.fromEntries(seen[0]?.form ?? []);
    expect(Buffer.from(await new Response(file).arrayBuffer())).toEqual(picture.master);
    expect(sent.signature).toBe(signatureOf(sent, "secret"));
    const { fields } = host().signUpload(image);
    expect({ ...sent, overwrite: "false" }).toEqual({
      ...fields,
      timestamp: expect.stringMatching(/^\d{10}$/),
      signature: expect.any(String),
    });
  });

  it("uploads a video to be re-encoded", async () => {
    answer = json(200, { format: "mp4", width: 720, height: 900, bytes: 900, duration: 6 });
    await host().storeVideo(publicId, Buffer.from("video"), Buffer.from("still"));
    expect(seen).toMatchObject([{ method: "POST", url: "/v1_1/demo/video/upload" }]);
    const sent = Object.fromEntries(seen[0]?.form ?? []);
    expect(sent.signature).toBe(signatureOf(sent, "secret"));
    expect(sent).toMatchObject({
      allowed_formats: "mp4,mov,webm",
      transformation: "c_limit,h_1920,vc_h264,w_1920",
      format: "mp4",
      eager: "q_auto,vc_h264/mp4",
      eager_async: "1",
    });
  });

  it("destroys a file, whether or not it exists, and a video's still picture with it", async () => {
    for (const result of ["ok", "not found"]) {
      answer = json(200, { result });
      await expect(host().destroy({ publicId, mediaType: "video" })).resolves.toBeUndefined();
    }
    const [video, still] = ["/v1_1/demo/video/destroy", "/v1_1/demo/image/destroy"];
    const all = [video, video, still, still];
    expect(seen).toMatchObject([...all, ...all].map((url) => ({ method: "POST", url })));
    const types = seen.map(({ form }) => form?.get("type"));
    expect(types.slice(0, 2)).toEqual(["upload", "authenticated"]);
    const sent = Object.fromEntries(seen[2]?.form ?? []);
    expect(sent.signature).toBe(signatureOf(sent, "secret"));
    expect(sent).toMatchObject({ public_id: publicId, invalidate: "true" });
  });

  it.each([
    ["fails", json(500, { error: { message: "boom" } }), 502],
    ["rejects our key", json(401, { error: { message: "unknown api_key" } }), 502],
    ["answers with HTML", ((_, response) => response.end("<html>")) as Answer, 502],
    ["answers with an unknown result", json(200, { result: "maybe" }), 502],
    ["breaks the connection", ((request) => request.socket.destroy()) as Answer, 502],
    ["rate-limits our account", json(420, { error: { message: "Rate Limit Exceeded" } }), 503],
  ])("fails with a clear message when the service %s", async (_, broken, status) => {
    answer = broken;
    const rejection = { status, message: expect.stringMatching(/^The media service .+ again in a .+\.$/) };
    const picture = await makeAvatar();
    const calls = [
      () => host().findAsset(image),
      () => host().destroy(image),
      () => host().storePicture(publicId, picture),
      () => host().check(),
    ];
    for (const call of calls) {
      seen = [];
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject(rejection);
      // The package's own rejection contains the account's secret.
      expect(inspect(error, { depth: 10 })).not.toContain("secret");
      // There is no retry at this level.
      expect(seen).toHaveLength(1);
    }
  });

  it("is checked at most once a minute, and every ten seconds while it fails", async () => {
    const cloud = host();
    answer = json(500, {});
    await expect(cloud.check()).rejects.toMatchObject({ status: 502 });
    await expect(cloud.check()).rejects.toMatchObject({ status: 502 });
    answer = json(200, { status: "ok" });
    const now = Date.now();
    jest.spyOn(Date, "now").mockReturnValue(now + 11_000);
    for (let i = 0; i < 5; i++) await expect(cloud.check()).resolves.toBeUndefined();
    expect(seen.map(({ url }) => url)).toEqual(["/v1_1/demo/ping", "/v1_1/demo/ping"]);
  });

  it.each<[string, Answer]>([
    ["hangs", () => undefined],
    ["hangs in the middle of an answer", (_, response) => response.writeHead(200).write('{"format":')],
  ])("times out when the service %s, and closes the connection", async (_, hanging) => {
    const picture = await makeAvatar();
    const calls = [
      () => host(300).findAsset(image),
      () => host(300).destroy(image),
      () => host(300).storePicture(publicId, picture),
      () => host(300).check(),
    ];
    for (const call of calls) {
      seen = [];
      const closed = new Promise((resolve) => {
        answer = (request, response) => {
          request.socket.once("close", resolve);
          hanging(request, response);
        };
      });
      await expect(call()).rejects.toMatchObject({ status: 502 });
      await closed;
      expect(seen).toHaveLength(1);
    }
    expect(HOST_TIMEOUT_MS).toBeLessThan(10_000);
  });
});
