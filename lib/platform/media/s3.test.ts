import { openBucket } from "@/lib/platform/media/s3";
import { parseS3Url, type S3Address } from "@/lib/platform/media/s3-address";
import { type S3Server, startS3Server } from "@/tests/s3-server";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
  server.fault = () => undefined;
});
afterAll(() => server.close());

const bucketAt = (url = server.url(), timeoutMs = 5_000) =>
  openBucket(parseS3Url(url) as S3Address, timeoutMs);
const read = async (stream: ReadableStream<Uint8Array> | null) => stream && new Response(stream).text();

test("objects are stored, read, listed and deleted, each with a signature that S3 takes", async () => {
  const bucket = bucketAt();
  await bucket.put("a/b-1/master.jpg", new Blob(["0123456789"]));
  await bucket.put("a/b-1/withheld", new Blob());
  await bucket.put("a/b-2/facts.json", new Blob(["{}"]));
  expect(await read(await bucket.get("a/b-1/master.jpg"))).toBe("0123456789");
  expect(await read(await bucket.get("a/b-1/master.jpg", { start: 0, end: 0 }))).toBe("0");
  expect(await read(await bucket.get("a/b-1/master.jpg", { start: 3, end: 5 }))).toBe("345");
  expect([await bucket.getText("a/b-1/withheld"), await bucket.getText("a/b-2/facts.json")]).toEqual([
    "",
    "{}",
  ]);
  expect([await bucket.get("a/b-3/x"), await bucket.getText("a/b-3/x")]).toEqual([null, null]);
  expect(await bucket.list("a/b-1/")).toEqual([
    { key: "a/b-1/master.jpg", bytes: 10 },
    { key: "a/b-1/withheld", bytes: 0 },
  ]);
  await bucket.remove("a/b-1/withheld");
  await bucket.remove("a/b-1/withheld");
  expect([...server.objects.keys()]).toEqual(["a/b-1/master.jpg", "a/b-2/facts.json"]);
});

test.each(["busy", "cut"] as const)("a call is repeated while the bucket is %s", async (fault) => {
  let left = 2;
  server.fault = () => (left-- > 0 ? fault : undefined);
  await bucketAt().put("x", new Blob(["kept"]));
  expect([server.objects.get("x")?.toString(), server.requests.length]).toEqual(["kept", 3]);
});

test.each([
  ["busy", /^The bucket answered 503 \(SlowDown\)\.$/],
  ["cut", /./],
  ["hanging", /./],
] as const)("what a bucket that stays %s is asked fails in time, as 503", async (fault, cause) => {
  server.fault = () => fault;
  const bucket = bucketAt(server.url(), 1_000);
  await expect(bucket.get("x")).rejects.toMatchObject({
    code: "unavailable",
    status: 503,
    message: "The media storage is not answering. Please try again in a moment.",
    headers: { "Retry-After": "5" },
    cause: { message: expect.stringMatching(cause) },
  });
  await expect(bucket.put("x", new Blob(["y"]))).rejects.toMatchObject({ status: 503 });
});

test.each([
  ["a wrong secret", { secret: "guessed" }, "403 (SignatureDoesNotMatch)"],
  // What is missing with its bucket is not deleted: it must not count as success.
  ["a bucket that does not exist", { bucket: "another" }, "404 (NoSuchBucket)"],
])("%s is no missing object, is not tried again, and is named without the secret", async (_, other, said) => {
  const bucket = bucketAt(server.url(other));
  for (const act of [() => bucket.get("x"), () => bucket.remove("x"), () => bucket.list("x")]) {
    const error = await act().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 503, cause: { message: `The bucket answered ${said}.` } });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/guessed|AKID|Signature=/);
  }
  expect(server.requests).toEqual(["GET x", "DELETE x", "GET "]);
});

test.each([
  ["https://KEY:s%2Fcr%2Bet@s3.eu-north-1.amazonaws.com/campus", "s/cr+et", undefined],
  ["https://KEY:secret@0a1b.r2.cloudflarestorage.com/campus?region=auto", "secret", "auto"],
  ["https://KEY:secret@fra1.digitaloceanspaces.com/campus/?region=fra1", "secret", "fra1"],
  ["http://KEY:secret@minio:9000/campus", "secret", undefined],
])("S3_URL may be %s", (url, secretAccessKey, region) => {
  const bucketUrl = url.replace(/\/\/.*@/, "//").replace(/\/?(\?.*)?$/, "");
  expect(parseS3Url(url)).toEqual({ bucketUrl, accessKeyId: "KEY", secretAccessKey, region });
});

test.each([
  "s3://KEY:secret@host/campus",
  "https://host/campus",
  "https://KEY@host/campus",
  "https://KEY:secret@host",
  "https://KEY:secret@host/campus/folder",
  "https://KEY:secret@host/campus?regoin=auto",
  "https://KEY:se/cret@host/campus",
  "https://KEY:100%@host/campus",
  "nonsense",
])("S3_URL may not be %s", (url) => {
  expect(parseS3Url(url)).toBeNull();
});
