/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { api } from "@/lib/api/client/request";
import { uploadMedia } from "@/lib/uploads/client/upload";

/** An XMLHttpRequest whose every step the test controls. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  responseText = "";
  url = "";
  form = new FormData();
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(_method: string, url: string) {
    this.url = url;
  }
  send(form: FormData) {
    this.form = form;
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

const OWN_HOST_URL = `${location.origin}/media/video/upload`;
const stored = {
  secure_url: "https://media.test/one.webm",
  public_id: "one",
  resource_type: "video",
  width: 4,
  height: 3,
  bytes: 5,
};
let uploadUrl: string;

beforeEach(() => {
  uploadUrl = OWN_HOST_URL;
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  jest
    .spyOn(api, "post")
    .mockImplementation(
      async () => ({ uploadUrl, fields: { upload_preset: "posts", signature: "s" } }) as never,
    );
});

async function startUpload() {
  const onSent = jest.fn();
  const controller = new AbortController();
  const result = uploadMedia({
    file: new Blob(["bytes"]),
    fileName: "clip.webm",
    mediaType: "video",
    poster: new Blob(["still"]),
    onSent,
    signal: controller.signal,
  });
  // Each test awaits the result; until then a rejection must not count as unhandled.
  result.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve));
  return { result, onSent, controller, request: FakeRequest.last };
}

test("sends the file last, after all fields of the ticket and the poster", async () => {
  const { result, request } = await startUpload();
  expect(request.url).toBe(OWN_HOST_URL);
  expect([...request.form.keys()]).toEqual(["upload_preset", "signature", "poster", "file"]);
  request.answer(200, stored);
  await expect(result).resolves.toBe(stored.secure_url);
});

test("sends no poster to another host, which makes its own", async () => {
  uploadUrl = "https://api.cloudinary.com/v1_1/x/video/upload";
  const { request } = await startUpload();
  expect([...request.form.keys()]).toEqual(["upload_preset", "signature", "file"]);
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
  [502, "<html>Bad gateway</html>", "HTTP error! status: 502"],
])("rejects with the host's own message on %i", async (status, body, message) => {
  const { result, request } = await startUpload();
  request.answer(status, body);
  await expect(result).rejects.toMatchObject({ status, message });
});

test("rejects with a network error when the connection is lost", async () => {
  const { result, request } = await startUpload();
  request.dispatchEvent(new Event("error"));
  await expect(result).rejects.toMatchObject({ status: 0, code: "network" });
});

test("rejects at once when cancelled", async () => {
  const { result, controller } = await startUpload();
  controller.abort();
  await expect(result).rejects.toMatchObject({ name: "AbortError" });
});
