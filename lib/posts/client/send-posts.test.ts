/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { postsKeys } from "@/lib/posts/client/cache";
import {
  discardPost,
  type Outcome,
  restorePosts,
  retryPost,
  sendDraft,
  stopPost,
} from "@/lib/posts/client/send-posts";
import { allPosts, changeDraft, isPending, type ReadyMedia } from "@/lib/posts/client/unposted";
import type { CommentAudience } from "@/lib/posts/schema";
import { storageErased } from "@/lib/store/signal";
import { deleteStoredMedia, loadMedia } from "@/lib/uploads/client/stored-media";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { preparedOf } from "@/tests/composer-fixture";
import { spyOnApi } from "@/tests/spy-on-api";

jest.mock("@/lib/uploads/client/upload", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/upload"),
  uploadMedia: jest.fn(),
}));
jest.mock("@/lib/uploads/client/stored-media", () => ({
  loadMedia: jest.fn(),
  deleteStoredMedia: jest.fn(async () => {}),
}));

const upload = jest.mocked(uploadMedia);
let publish: ReturnType<typeof spyOnApi>;
let isOnline: boolean;
const outcome = { client: new QueryClient(), onPosted: jest.fn(), onFailed: jest.fn() } satisfies Outcome;

const answerTo = (caption: string, whoCanComment: CommentAudience = "everyone") => ({
  post: { _id: "p", userId: { _id: "aarav" }, caption, whoCanComment, hashtags: [] },
  message: "",
});
const urlOf = (name: string) => `https://media.test/${name}`;
const itemOf = (fileName: string): ReadyMedia => {
  const media = preparedOf(new Blob(["pixels"]), fileName);
  const common = { id: fileName, fileName, mediaType: "image" as const, altText: "", isStored: true };
  return { ...common, phase: "ready", media, source: media };
};
function send(caption: string, ...names: string[]): void {
  changeDraft("aarav", { caption, items: names.map(itemOf) });
  sendDraft("aarav", outcome);
}

const statuses = () =>
  allPosts()
    .filter(isPending)
    .map(({ status }) => status);
const idAt = (index: number) => allPosts()[index]?.id ?? "";
const published = () =>
  publish.mock.calls.map(([, options]) => (options as { body: { caption: string } }).body.caption);
const sent = () => upload.mock.calls.map(([{ media }]) => media.fileName);
/** Uploads that end only when they are stopped. */
const untilStopped = (signal: AbortSignal) =>
  new Promise<string>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
  });
/** Lets everything run that waits for nothing. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  sessionStorage.clear();
  storageErased.emit();
  jest.clearAllMocks();
  URL.revokeObjectURL = jest.fn();
  isOnline = true;
  jest.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  publish = spyOnApi("post").mockImplementation(async (_path, options) => {
    const { body } = options as { body: { caption: string; whoCanComment: CommentAudience } };
    return answerTo(body.caption, body.whoCanComment);
  });
  upload.mockImplementation(async ({ media, onSent }) => {
    onSent(1);
    return urlOf(media.fileName);
  });
});

test("posts are sent one after the other, and nothing of them stays in the browser", async () => {
  let publishFirst = (_: unknown) => {};
  publish.mockReturnValueOnce(new Promise((resolve) => (publishFirst = resolve)));
  send("First", "a.jpg");
  send("Second", "b.jpg");
  await settle();
  expect(statuses()).toEqual([
    { phase: "sending", progress: 90, step: "Posting…", canStop: false },
    { phase: "waiting" },
  ]);
  expect(published()).toEqual(["First"]);
  publishFirst(answerTo("First"));
  await settle();
  expect(published()).toEqual(["First", "Second"]);
  expect(outcome.onPosted).toHaveBeenCalledTimes(2);
  expect(statuses()).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
  expect(jest.mocked(deleteStoredMedia).mock.calls).toEqual([["a.jpg"], ["b.jpg"]]);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:a.jpg");
});

test("a feed that was read before the post was there has it all the same", async () => {
  const createdAt = "2026-11-26T10:00:00.000Z";
  publish.mockResolvedValueOnce({ message: "", post: { ...answerTo("First").post, createdAt } });
  const client = new QueryClient();
  changeDraft("aarav", { caption: "First", items: [itemOf("a.jpg")] });
  sendDraft("aarav", { ...outcome, client });
  await settle();
  const page = { posts: [{ _id: "older", createdAt: "2026-11-26T09:00:00.000Z" }], nextCursor: null };
  const key = postsKeys.feed("campus");
  client.setQueryData(key, { pages: [page], pageParams: [undefined] });
  await settle();
  const feed = client.getQueryData<{ pages: { posts: { _id: string }[] }[] }>(key);
  expect(feed?.pages[0]?.posts.map(({ _id }) => _id)).toEqual(["p", "older"]);
});

test("the progress follows the bytes, and counts the files", async () => {
  const report = new Map<string, (share: number) => void>();
  upload.mockImplementation(({ media, onSent, signal }) => {
    report.set(media.fileName, onSent);
    return untilStopped(signal);
  });
  send("Two", "a.jpg", "b.jpg");
  await settle();
  expect(statuses()).toEqual([{ phase: "sending", progress: 0, step: "Uploading 1 of 2", canStop: true }]);
  report.get("a.jpg")?.(1);
  report.get("b.jpg")?.(0.5);
  expect(statuses()).toMatchObject([{ progress: 52.5, step: "Uploading 2 of 2" }]);
});

test("one that fails says why and lets the next pass; Retry sends only what is missing", async () => {
  upload.mockImplementation(async ({ media }) => {
    if (media.fileName === "b.jpg") throw new ApiClientError(415, "upload", "That is not a picture.");
    return urlOf(media.fileName);
  });
  send("First", "a.jpg", "b.jpg");
  send("Second", "c.jpg");
  await settle();
  expect(statuses()).toEqual([
    { phase: "stopped", message: "Upload failed: That is not a picture.", isFailure: true },
  ]);
  expect(outcome.onFailed).toHaveBeenCalledWith("Upload failed: That is not a picture.");
  expect(published()).toEqual(["Second"]);
  upload.mockImplementation(async ({ media }) => urlOf(media.fileName));
  retryPost(idAt(0), outcome);
  await settle();
  expect(sent()).toEqual(["a.jpg", "b.jpg", "c.jpg", "b.jpg"]);
  expect(published()).toEqual(["Second", "First"]);
  expect(statuses()).toEqual([]);
});

test("a retry after a lost answer names the same uploads, of which the server makes one post", async () => {
  publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "The database is away."));
  send("Once", "a.jpg");
  await settle();
  retryPost(idAt(0), outcome);
  await settle();
  expect(sent()).toEqual(["a.jpg"]);
  const [first, second] = publish.mock.calls;
  expect(second).toMatchObject([first?.[0], { body: first?.[1]?.body }]);
});

test("words that were changed after a lost answer reach the post that the server made of the first", async () => {
  const put = spyOnApi("put").mockResolvedValue(answerTo("Second words"));
  publish.mockResolvedValueOnce(answerTo("First words"));
  send("Second words ", "a.jpg");
  await settle();
  expect(put).toHaveBeenCalledWith("/posts/p", {
    body: { caption: "Second words " },
  });
  expect(outcome.onPosted).toHaveBeenCalledWith("p");

  publish.mockResolvedValueOnce(answerTo("The same"));
  send("The same\n", "a.jpg");
  await settle();
  expect(put).toHaveBeenCalledTimes(1);
});

test("who can comment reaches it, too", async () => {
  const put = spyOnApi("put").mockResolvedValue(answerTo("Ours", "circle"));
  publish.mockResolvedValueOnce(answerTo("Ours"));
  changeDraft("aarav", { whoCanComment: "circle" });
  send("Ours", "a.jpg");
  await settle();
  expect(put.mock.calls).toEqual([["/posts/p", { body: { whoCanComment: "circle" } }]]);
});

test("what the server has destroyed since is uploaded again, once", async () => {
  const gone = new ApiClientError(410, "upload_gone", "That upload is no longer there.");
  publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "Away."));
  send("Late", "a.jpg");
  await settle();
  publish.mockRejectedValueOnce(gone);
  retryPost(idAt(0), outcome);
  await settle();
  expect(sent()).toEqual(["a.jpg", "a.jpg"]);
  expect(outcome.onPosted).toHaveBeenCalledTimes(1);

  publish.mockRejectedValue(gone);
  send("Never", "b.jpg");
  await settle();
  expect(sent()).toEqual(["a.jpg", "a.jpg", "b.jpg"]);
  expect(statuses()).toMatchObject([{ phase: "stopped", isFailure: true }]);
});

test("what the server rejects for another reason is not uploaded again", async () => {
  publish.mockRejectedValue(new ApiClientError(400, "validation", "Please keep the caption shorter."));
  send("Too long", "a.jpg");
  await settle();
  expect(statuses()).toMatchObject([{ phase: "stopped", isFailure: true }]);
  retryPost(idAt(0), outcome);
  await settle();
  expect([sent(), published()]).toEqual([["a.jpg"], ["Too long", "Too long"]]);
});

test("without a connection it waits, says so, and goes on by itself", async () => {
  publish.mockImplementationOnce(async () => {
    isOnline = false;
    throw new ApiClientError(0, "network", "The connection was lost.");
  });
  send("Offline", "a.jpg");
  await settle();
  // The server may have it already.
  const waiting = { phase: "sending", step: "Waiting for a connection…", canStop: false };
  expect(statuses()).toMatchObject([waiting]);
  // The browser may load another page in between: nothing is lost by that.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(false);
  isOnline = true;
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(published()).toEqual(["Offline", "Offline"]);
  expect(statuses()).toEqual([]);
});

describe("one on its way", () => {
  let signals: AbortSignal[];
  beforeEach(() => {
    signals = [];
    upload.mockImplementation(({ signal }) => {
      signals.push(signal);
      return untilStopped(signal);
    });
  });
  const isAsked = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("can be stopped, sent again and discarded; closing the tab asks only meanwhile", async () => {
    send("Stop", "a.jpg");
    await settle();
    expect(isAsked()).toBe(true);
    stopPost(idAt(0));
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    expect(statuses()).toMatchObject([
      { phase: "stopped", message: "Upload cancelled. Nothing was posted.", isFailure: false },
    ]);
    expect(isAsked()).toBe(false);
    retryPost(idAt(0), outcome);
    await settle();
    expect(sent()).toEqual(["a.jpg", "a.jpg"]);
    stopPost(idAt(0));
    discardPost(idAt(0));
    await settle();
    expect(statuses()).toEqual([]);
    expect(jest.mocked(deleteStoredMedia).mock.calls).toEqual([["a.jpg"]]);
    expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:a.jpg");
    expect(publish).not.toHaveBeenCalled();
  });

  test("ends without a word when the person logs out", async () => {
    send("Mine", "a.jpg");
    send("Mine too", "b.jpg");
    await settle();
    sessionStorage.clear();
    storageErased.emit();
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    expect(statuses()).toEqual([]);
    expect(isAsked()).toBe(false);
    expect([publish.mock.calls, outcome.onFailed.mock.calls, sessionStorage.length]).toEqual([[], [], 0]);
  });
});

test("one that another tab sends is left to that", async () => {
  const request = async (_name: string, _options: unknown, act: (lock: null) => unknown) => act(null);
  Object.assign(navigator, { locks: { request } });
  send("Elsewhere", "a.jpg");
  await settle();
  Reflect.deleteProperty(navigator, "locks");
  expect([statuses(), sent(), published()]).toEqual([[], [], []]);
  expect(deleteStoredMedia).not.toHaveBeenCalled();
});

test("an answer that comes after the person logged out shows nothing", async () => {
  let respond = (_: unknown) => {};
  publish.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  send("Mine", "a.jpg");
  await settle();
  storageErased.emit();
  respond(answerTo("Mine"));
  await settle();
  expect(outcome.onPosted).not.toHaveBeenCalled();
});

describe("after a reload", () => {
  /** What the page has in memory is gone; what the tab stores stays. */
  async function reload() {
    storageErased.emit();
    await restorePosts("aarav", outcome);
    await settle();
  }

  test("it goes on, and what had been uploaded is not uploaded twice", async () => {
    jest.mocked(loadMedia).mockImplementation(async (id) => itemOf(id) as never);
    publish.mockReturnValueOnce(new Promise(() => {}));
    send("Interrupted", "a.jpg");
    await settle();
    await reload();
    expect(published()).toEqual(["Interrupted", "Interrupted"]);
    expect(sent()).toEqual(["a.jpg"]);
    expect(outcome.onPosted).toHaveBeenCalledTimes(1);
    expect(statuses()).toEqual([]);
  });

  test("one that was not read yet stays listed when another is sent from a page without the feed", async () => {
    jest.mocked(loadMedia).mockImplementation(async (id) => itemOf(id) as never);
    const earlier = {
      ...{ id: "earlier", personId: "aarav", caption: "Earlier", whoCanComment: "everyone" },
      media: [{ id: "a.jpg", altText: "" }],
      status: { phase: "stopped", message: "Upload failed: Away.", isFailure: false },
    };
    sessionStorage.setItem("posts", JSON.stringify([earlier]));
    storageErased.emit();
    send("Later", "b.jpg");
    await settle();
    expect(published()).toEqual(["Later"]);
    expect(JSON.parse(sessionStorage.getItem("posts") ?? "")).toEqual([earlier]);
    await restorePosts("aarav", outcome);
    expect(allPosts()).toMatchObject([{ caption: "Earlier", items: [{ id: "a.jpg" }] }]);
    discardPost("earlier");
    expect(sessionStorage).toHaveLength(0);
  });

  test("who can comment is what its author chose", async () => {
    jest.mocked(loadMedia).mockImplementation(async (id) => itemOf(id) as never);
    publish.mockReturnValueOnce(new Promise(() => {}));
    changeDraft("aarav", { whoCanComment: "circle" });
    send("Ours", "a.jpg");
    await settle();
    await reload();
    expect(publish.mock.calls.map(([, options]) => options?.body)).toMatchObject([
      { whoCanComment: "circle" },
      { whoCanComment: "circle" },
    ]);
    expect(statuses()).toEqual([]);
  });

  test("one that had failed says so again, and waits for its author", async () => {
    jest.mocked(loadMedia).mockImplementation(async (id) => itemOf(id) as never);
    publish.mockRejectedValueOnce(new ApiClientError(503, "unavailable", "Away."));
    send("Failed", "a.jpg");
    await settle();
    await reload();
    expect(statuses()).toEqual([{ phase: "stopped", message: "Upload failed: Away.", isFailure: false }]);
    expect(published()).toEqual(["Failed"]);
  });

  test("one of which a file is gone by then waits, and says so", async () => {
    jest
      .mocked(loadMedia)
      .mockImplementation(async (id) => (id === "a.jpg" ? itemOf(id) : undefined) as never);
    publish.mockReturnValueOnce(new Promise(() => {}));
    send("A day ago", "a.jpg", "b.jpg");
    await settle();
    await reload();
    expect(statuses()).toMatchObject([{ message: "1 file of this post could not be saved." }]);
    expect(published()).toEqual(["A day ago"]);
  });
});
