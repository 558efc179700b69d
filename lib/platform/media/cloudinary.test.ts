import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { cloudinaryHost, signFields } from "@/lib/platform/media/cloudinary";
import { cloudinaryOrigins } from "@/lib/platform/media/cloudinary-account";
import { HOST_TIMEOUT } from "@/lib/platform/media/host";
import { AVATAR_PICTURE, makePicture } from "@/lib/platform/media/picture";

const publicId = "campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11";
const image = { publicId, mediaType: "image" } as const;

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
let server: Server;
let answer: Answer;
let seen: {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      seen.push({
        method: request.method,
        url: request.url,
        authorization: request.headers.authorization,
        body,
      });
      answer(request, response, body);
    });
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

const host = (patience?: number) =>
  cloudinaryHost(
    `cloudinary://key:secret@demo?upload_prefix=http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    patience,
  );
const json =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

describe("Cloudinary as the media host", () => {
  it("signs what a browser sends: folder, id, preset and a transformation that drops the location", () => {
    const { uploadUrl, fields } = host().signUpload(image);
    expect(uploadUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1_1\/demo\/image\/upload$/);
    const { signature, api_key, ...signed } = fields;
    expect(api_key).toBe("key");
    expect(signature).toBe(signFields(signed, "secret"));
    expect(signed).toMatchObject({
      folder: "campus-circle",
      public_id: "6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11",
      upload_preset: "campus_circle",
      timestamp: expect.stringMatching(/^\d{10}$/),
      transformation: expect.stringContaining("c_limit"),
      overwrite: "false",
    });
    expect(JSON.stringify(fields)).not.toContain("secret");
  });

  it("signs films to be encoded anew before they are stored, and made ready in the form they are delivered in", () => {
    const { fields } = host().signUpload({ publicId, mediaType: "video" });
    const { signature, api_key: _, ...signed } = fields;
    expect(signature).toBe(signFields(signed, "secret"));
    expect(signed).toMatchObject({
      allowed_formats: "mp4,mov,webm",
      transformation: expect.stringContaining("vc_h264"),
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
  ] as const)("takes no %s that still says where it was made", async (mediaType, metadata) => {
    answer = json(200, { format: "mp4", width: 720, height: 900, bytes: 5000, ...metadata });
    await expect(host().findAsset({ publicId, mediaType })).rejects.toMatchObject({
      code: "validation",
      message: expect.stringMatching(/location/),
    });
    expect(seen[0]?.url).toMatch(/[?&]media_metadata=true/);
  });

  it("takes a film whose metadata names no place", async () => {
    const video_metadata = { codec: "h264", chroma_location: "left", location: "", GPSInfo: null };
    answer = json(200, { format: "mp4", width: 720, height: 900, bytes: 5000, duration: 6, video_metadata });
    expect(await host().findAsset({ publicId, mediaType: "video" })).toEqual({
      format: "mp4",
      width: 720,
      height: 900,
      bytes: 5000,
      duration: 6,
      placeholder: "",
    });
  });

  it("signs as Cloudinary's documentation shows", () => {
    const fields = {
      eager: "w_400,h_300,c_pad|w_260,h_200,c_crop",
      public_id: "sample_image",
      timestamp: "1315060510",
    };
    expect(signFields(fields, "abcd")).toBe("bfd09f95f331f558cbd1320e67aa8d488770583e");
  });

  it("speaks to Cloudinary itself unless told otherwise", () => {
    const plain = cloudinaryHost("cloudinary://key:secret@demo");
    expect(plain.signUpload(image).uploadUrl).toBe("https://api.cloudinary.com/v1_1/demo/image/upload");
    expect(cloudinaryOrigins("cloudinary://key:secret@demo")).toEqual({
      upload: "https://api.cloudinary.com",
      delivery: "https://res.cloudinary.com",
    });
    expect(plain.deliveryUrl({ ...image, format: "jpg" })).toBe(
      `https://res.cloudinary.com/demo/image/upload/${publicId}.jpg`,
    );
    expect(plain.deliveryUrl({ publicId, mediaType: "video", format: "mov" })).toBe(
      `https://res.cloudinary.com/demo/video/upload/q_auto,vc_h264/${publicId}.mp4`,
    );
    expect(plain.deliveryUrl({ publicId, mediaType: "video", format: "mp4", poster: true })).toBe(
      `https://res.cloudinary.com/demo/video/upload/c_limit,q_auto,so_0,w_1080/${publicId}.jpg`,
    );
    const own = cloudinaryHost(
      "cloudinary://key:secret@demo?secure_distribution=media.example.org&private_cdn=true",
    );
    expect(own.deliveryUrl({ ...image, format: "jpg" })).toBe(
      `https://media.example.org/image/upload/${publicId}.jpg`,
    );
  });

  it("knows the size of an upload, and makes a placeholder of its main colour", async () => {
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
    const found = await host().findAsset(image);
    expect(found).toMatchObject({ format: "jpg", width: 1200, height: 800, bytes: 5000, duration: null });
    const pixel = await sharp(Buffer.from(found?.placeholder.split(",")[1] ?? "", "base64"))
      .raw()
      .toBuffer();
    expect(Math.abs((pixel[0] ?? 0) - 0xff)).toBeLessThan(12);
    expect(seen[0]).toMatchObject({
      url: `/v1_1/demo/resources/image/upload/${publicId}?colors=true&media_metadata=true`,
      authorization: `Basic ${Buffer.from("key:secret").toString("base64")}`,
    });
    answer = json(404, { error: { message: "Resource not found" } });
    expect(await host().findAsset(image)).toBeNull();
  });

  it("stores a picture made here and destroys one, gone or not", async () => {
    answer = json(200, { format: "webp", width: 500, height: 500, bytes: 900 });
    const picture = await makePicture(
      await sharp({ create: { width: 600, height: 600, channels: 3, background: "#fff" } })
        .png()
        .toBuffer(),
      AVATAR_PICTURE,
    );
    expect(await host().storePicture(publicId, picture)).toEqual({
      format: "webp",
      width: 500,
      height: 500,
      bytes: 900,
      duration: null,
      placeholder: picture.placeholder,
    });
    expect(seen[0]).toMatchObject({ method: "POST", url: "/v1_1/demo/image/upload" });
    for (const result of ["ok", "not found"]) {
      answer = json(200, { result });
      await expect(host().destroy(image)).resolves.toBeUndefined();
    }
    const sent = new URLSearchParams(seen[1]?.body);
    expect(sent.get("public_id")).toBe(publicId);
    expect(sent.get("invalidate")).toBe("true");
  });

  it.each([
    ["fails", json(500, { error: { message: "boom" } }), 502],
    ["refuses our key", json(401, { error: { message: "unknown api_key" } }), 502],
    ["answers nonsense", ((_, response) => response.end("<html>")) as Answer, 502],
    ["answers something else", json(200, { result: "maybe" }), 502],
    ["breaks the connection", ((request) => request.socket.destroy()) as Answer, 502],
    ["has had too many calls this hour", json(420, { error: { message: "Rate Limit Exceeded" } }), 503],
  ])("says so in a sentence when the service %s", async (_, broken, status) => {
    answer = broken;
    const refusal = { status, message: expect.stringMatching(/^The media service .+ again in a .+\.$/) };
    await expect(host().findAsset(image)).rejects.toMatchObject(refusal);
    await expect(host().destroy(image)).rejects.toMatchObject(refusal);
  });

  it("is asked how it is at most once a minute, and every ten seconds while it is ill", async () => {
    const one = host();
    answer = json(500, {});
    await expect(one.check()).rejects.toMatchObject({ status: 502 });
    await expect(one.check()).rejects.toMatchObject({ status: 502 });
    answer = json(200, { status: "ok" });
    const now = Date.now();
    jest.spyOn(Date, "now").mockReturnValue(now + 11_000);
    for (let i = 0; i < 5; i++) await expect(one.check()).resolves.toBeUndefined();
    expect(seen.map(({ url }) => url)).toEqual(["/v1_1/demo/ping", "/v1_1/demo/ping"]);
  });

  it("gives up in time when the service hangs, also in the middle of an answer", async () => {
    answer = (_, response) => response.writeHead(200).write('{"format":');
    const started = performance.now();
    await expect(host(300).findAsset(image)).rejects.toMatchObject({ status: 502 });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(HOST_TIMEOUT).toBeLessThan(10_000);
  });
});
