/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { api } from "@/lib/api/client/request";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { spyOnApi } from "@/tests/spy-on-api";

/** An XMLHttpRequest whose every step the test controls. */
class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined;
  upload = new EventTarget();
  status = 0;
  responseText = "";
  method = "";
  url = "";
  body = new FormData();
  headers: Record<string, string> = {};
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
  }
  /** How many bytes of the file were sent. */
  get bytes() {
    return (this.body.get("file") as File).size;
  }
  getAllResponseHeaders = () => "";
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent("progress", { lengthComputable: true, loaded, total }));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}

const OWN_HOST_URL = `${location.origin}/media/video/upload?signature=s`;
const CLOUDINARY_URL = "https://api.cloudinary.com/v1_1/x/video/upload";
const stored = {
  secure_url: "https://media.test/one.webm",
  public_id: "one",
  resource_type: "video",
  width: 4,
  height: 3,
  bytes: 5,
};
let uploadUrl: string;
let posterUrl: string | undefined;

beforeEach(() => {
  uploadUrl = OWN_HOST_URL;
  posterUrl = undefined;
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  spyOnApi("post").mockImplementation(async () => {
    const poster = posterUrl && { uploadUrl: posterUrl, fields: { signature: "p" } };
    return {
      uploadUrl,
      fields: { upload_preset: "posts", signature: "s" },
      ...(poster && { poster }),
    } as never;
  });
});

type Media = Parameters<typeof uploadMedia>[0]["media"];

afterEach(() => {
  jest.useRealTimers();
});

async function startUpload(media: Partial<Media> = {}) {
  const onSent = jest.fn();
  const controller = new AbortController();
  const result = uploadMedia({
    media: {
      file: new Blob(["bytes"]),
      fileName: "video.webm",
      mediaType: "video",
      poster: new Blob(["still"]),
      ...media,
    },
    onSent,
    signal: controller.signal,
  });
  // Each test awaits the result; until then a rejection must not count as unhandled.
  result.catch(() => {});
  const next = nextRequest();
  return { result, onSent, controller, request: await next };
}

/** The request that is sent next. */
async function nextRequest(): Promise<FakeRequest> {
  const before = FakeRequest.last;
  while (FakeRequest.last === before) await new Promise((resolve) => setTimeout(resolve));
  return FakeRequest.last as FakeRequest;
}

const setOnline = (isOnline: boolean) => {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  if (isOnline) window.dispatchEvent(new Event("online"));
};

test.each([OWN_HOST_URL, CLOUDINARY_URL])("sends a form to %s, the file after all fields", async (url) => {
  uploadUrl = url;
  const { result, request } = await startUpload();
  expect([request.method, request.url, request.headers]).toEqual(["POST", url, {}]);
  expect([...request.body.keys()]).toEqual(["upload_preset", "signature", "file"]);
  expect([(request.body.get("file") as File).name, request.bytes]).toEqual(["video.webm", "bytes".length]);
  request.answer(200, stored);
  await expect(result).resolves.toBe(stored.secure_url);
});

test("sends nothing that the built-in host could not convert, but Cloudinary can", async () => {
  const before = FakeRequest.last;
  const controller = new AbortController();
  const media: Media = {
    file: new Blob(["hevc"]),
    fileName: "video.mp4",
    mediaType: "video",
    needsConversion: true,
  };
  await expect(uploadMedia({ media, onSent: jest.fn(), signal: controller.signal })).rejects.toMatchObject({
    status: 415,
    message: expect.stringMatching(/^This browser can't convert that video\. Please .+\.$/),
  });
  expect(FakeRequest.last).toBe(before);
  uploadUrl = CLOUDINARY_URL;
  const { request } = await startUpload({ needsConversion: true });
  expect(request.url).toBe(uploadUrl);
});

test.each([OWN_HOST_URL, CLOUDINARY_URL])("sends the poster first, to %s", async (url) => {
  uploadUrl = url;
  posterUrl = `${url}/poster`;
  const { result, request: still, onSent } = await startUpload();
  expect(still.url).toBe(posterUrl);
  expect([[...still.body.keys()], still.bytes]).toEqual([["signature", "file"], "still".length]);
  still.progress(1, 2);
  expect(onSent).not.toHaveBeenCalled();
  still.answer(200, { done: false });
  const request = await nextRequest();
  expect(request.url).toBe(uploadUrl);
  request.answer(200, stored);
  await expect(result).resolves.toBe(stored.secure_url);
});

test("reports the share of the bytes sent", async () => {
  const { onSent, request } = await startUpload();
  request.progress(1, 4);
  request.progress(3, 4);
  request.upload.dispatchEvent(new Event("load"));
  expect(onSent.mock.calls).toEqual([[0.25], [0.75], [1]]);
});

test.each([
  [415, { error: { message: "That is not a video." } }, "That is not a video."],
  [413, { error: "too_large", message: "That is too large." }, "That is too large."],
  [500, "<html>Internal error</html>", "Something went wrong. Please try again."],
])("rejects with the host's own message on %i", async (status, body, message) => {
  const { result, request } = await startUpload();
  request.answer(status, body);
  await expect(result).rejects.toMatchObject({ status, message });
});

test.each([
  ["3", 2],
  ["1800", 1],
])(
  "is sent again when the host has no turn for it, not when a limit is used up (%s s)",
  async (wait, tries) => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    let sends = 0;
    class BusyRequest extends FakeRequest {
      override getAllResponseHeaders = () => `Retry-After: ${wait}\r\n`;
      override send() {
        sends += 1;
        const [status, body] = sends === 1 ? [429, { message: "Busy." }] : [200, stored];
        queueMicrotask(() => this.answer(status as number, body));
      }
    }
    window.XMLHttpRequest = BusyRequest as unknown as typeof XMLHttpRequest;
    const upload = uploadMedia({
      media: { file: new Blob(["bytes"]), fileName: "photo.jpg", mediaType: "image" },
      onSent: jest.fn(),
      signal: new AbortController().signal,
    });
    const settled = upload.catch(({ message }: Error) => message);
    await jest.advanceTimersByTimeAsync(1_100);
    expect([await settled, sends]).toEqual([tries === 2 ? stored.secure_url : "Busy.", tries]);
  },
);

test("rejects at once when cancelled", async () => {
  const { result, controller } = await startUpload();
  controller.abort();
  await expect(result).rejects.toMatchObject({ name: "AbortError" });
});

describe("a file larger than a piece", () => {
  const MB = 1024 ** 2;
  const file = new Blob([new Uint8Array(14 * MB)]);

  test("is sent in pieces, one after the other", async () => {
    const { result, request: first, onSent } = await startUpload({ file });
    expect(first.headers["content-range"]).toBe(`bytes 0-${6 * MB - 1}/${14 * MB}`);
    expect(first.bytes).toBe(6 * MB);
    first.progress(1, 2);
    expect(onSent).toHaveBeenLastCalledWith(3 / 14);
    first.answer(200, { done: false });
    const second = await nextRequest();
    expect(second.headers["content-range"]).toBe(`bytes ${6 * MB}-${12 * MB - 1}/${14 * MB}`);
    second.answer(200, { done: false });
    const third = await nextRequest();
    expect(third.headers["content-range"]).toBe(`bytes ${12 * MB}-${14 * MB - 1}/${14 * MB}`);
    expect(third.bytes).toBe(2 * MB);
    const uploadIds = [first, second, third].map(({ headers }) => headers["x-unique-upload-id"]);
    expect(uploadIds[0]).toMatch(/^[\w-]{10,64}$/);
    expect(new Set(uploadIds).size).toBe(1);
    third.upload.dispatchEvent(new Event("load"));
    expect(onSent).toHaveBeenLastCalledWith(1);
    third.answer(200, stored);
    await expect(result).resolves.toBe(stored.secure_url);
    expect(api.post).toHaveBeenCalledTimes(1);
  });

  test("goes on with the piece that was lost when the browser is online again", async () => {
    const { result, request: first } = await startUpload({ file });
    first.answer(200, { done: false });
    const lost = await nextRequest();
    setOnline(false);
    lost.dispatchEvent(new Event("error"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(FakeRequest.last).toBe(lost);
    setOnline(true);
    const again = await nextRequest();
    expect(again.headers).toEqual(lost.headers);
    expect(again.bytes).toBe(6 * MB);
    again.answer(200, { done: false });
    (await nextRequest()).answer(200, stored);
    await expect(result).resolves.toBe(stored.secure_url);
  });

  test("begins again, once, with a new signature when the host no longer takes its pieces", async () => {
    const { result, request: first } = await startUpload({ file });
    first.answer(200, { done: false });
    (await nextRequest()).answer(409, { error: { message: "That piece does not follow." } });
    const fresh = await nextRequest();
    expect(api.post).toHaveBeenCalledTimes(2);
    expect(fresh.headers["content-range"]).toBe(`bytes 0-${6 * MB - 1}/${14 * MB}`);
    expect(fresh.headers["x-unique-upload-id"]).not.toBe(first.headers["x-unique-upload-id"]);
    fresh.answer(401, { error: { message: "Stale request" } });
    await expect(result).rejects.toMatchObject({ status: 401, message: "Stale request" });
  });

  test("can be cancelled while it waits for a connection", async () => {
    const { result, request, controller } = await startUpload({ file });
    setOnline(false);
    request.dispatchEvent(new Event("error"));
    await new Promise((resolve) => setTimeout(resolve));
    controller.abort();
    await expect(result).rejects.toMatchObject({ name: "AbortError" });
    setOnline(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(FakeRequest.last).toBe(request);
  });

  test("is given up after five tries while the browser is online", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    const tries: FakeRequest[] = [];
    class FailingRequest extends FakeRequest {
      override send() {
        tries.push(this);
        queueMicrotask(() =>
          tries.length % 2 ? this.dispatchEvent(new Event("error")) : this.answer(503, { message: "Busy." }),
        );
      }
    }
    window.XMLHttpRequest = FailingRequest as unknown as typeof XMLHttpRequest;
    const result = uploadMedia({
      media: { file, fileName: "video.webm", mediaType: "video" },
      onSent: jest.fn(),
      signal: new AbortController().signal,
    });
    const rejected = expect(result).rejects.toMatchObject({ status: 0, code: "network" });
    await jest.advanceTimersByTimeAsync(15_100);
    await rejected;
    expect(tries).toHaveLength(5);
  });
});
