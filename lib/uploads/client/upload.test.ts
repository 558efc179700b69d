/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { api } from "@/lib/api/client/request";
import { uploadMedia } from "@/lib/uploads/client/upload";

/** A connection whose every step the test decides. */
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

const OURS = `${location.origin}/media/video/upload`;
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
  uploadUrl = OURS;
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  jest
    .spyOn(api, "post")
    .mockImplementation(
      async () => ({ uploadUrl, fields: { upload_preset: "posts", signature: "s" } }) as never,
    );
});

async function begin() {
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
  // The answer is awaited by each test; until then a refusal is nobody's.
  result.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve));
  return { result, onSent, controller, request: FakeRequest.last };
}

test("the file goes last, behind every field the server asked for and the still picture", async () => {
  const { result, request } = await begin();
  expect(request.url).toBe(OURS);
  expect([...request.form.keys()]).toEqual(["upload_preset", "signature", "poster", "file"]);
  request.answer(200, stored);
  await expect(result).resolves.toBe(stored.secure_url);
});

test("another host, which makes its own, gets no still picture", async () => {
  uploadUrl = "https://api.cloudinary.com/v1_1/x/video/upload";
  const { request } = await begin();
  expect([...request.form.keys()]).toEqual(["upload_preset", "signature", "file"]);
});

test("the share of bytes that were sent is told as it is", async () => {
  const { onSent, request } = await begin();
  request.progress(1, 4);
  request.progress(3, 4);
  request.upload.dispatchEvent(new Event("load"));
  expect(onSent.mock.calls).toEqual([[0.25], [0.75], [1]]);
});

test.each([
  [415, { error: { message: "That is not a video." } }, "That is not a video."],
  [413, { error: "too_large", message: "That is too large." }, "That is too large."],
  [502, "<html>Bad gateway</html>", "HTTP error! status: 502"],
])("a refusal %i is told in the host's own words", async (status, body, message) => {
  const { result, request } = await begin();
  request.answer(status, body);
  await expect(result).rejects.toMatchObject({ status, message });
});

test("a lost connection is told as one", async () => {
  const { result, request } = await begin();
  request.dispatchEvent(new Event("error"));
  await expect(result).rejects.toMatchObject({ status: 0, code: "network" });
});

test("an upload that is cancelled ends at once", async () => {
  const { result, controller } = await begin();
  controller.abort();
  await expect(result).rejects.toMatchObject({ name: "AbortError" });
});
