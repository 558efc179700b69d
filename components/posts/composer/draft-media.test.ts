/** @jest-environment jsdom */

import { QueryClient } from "@tanstack/react-query";
import {
  addCard,
  addMedia,
  describeMedia,
  editMedia,
  moveMedia,
  nounOf,
  placeOf,
  removeMedia,
  restoreDraft,
  retryMedia,
} from "@/components/posts/composer/draft-media";
import { toast } from "@/components/ui/toast";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { translate } from "@/lib/language/translate";
import { sendDraft } from "@/lib/posts/client/send-posts";
import { allPosts, changeDraft, draftOf, isReady, removePost } from "@/lib/posts/client/unposted";
import { preferences } from "@/lib/settings/client/preferences";
import { storageErased } from "@/lib/store/signal";
import { type PreparedMedia, prepareMedia } from "@/lib/uploads/client/prepare";
import { deleteStoredMedia, loadMedia, storeMedia } from "@/lib/uploads/client/stored-media";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { fileOf, preparedOf } from "@/tests/composer-fixture";
import { freshBrowser } from "@/tests/fresh-browser";

/** Drafts of several files, across reloads of the page. The browser's database is a map here. */

jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));
jest.mock("@/lib/uploads/client/upload", () => ({ uploadMedia: jest.fn() }));
jest.mock("@/lib/uploads/client/stored-media", () => ({
  storeMedia: jest.fn(),
  loadMedia: jest.fn(),
  deleteStoredMedia: jest.fn(),
}));

const AARAV = "aarav";
const outcome = { client: new QueryClient(), onPosted: jest.fn(), onFailed: jest.fn() };
const files = new Map<string, Parameters<typeof storeMedia>[1]>();

beforeEach(async () => {
  freshBrowser();
  // What the test before had is freed after a moment.
  await settle();
  files.clear();
  URL.revokeObjectURL = jest.fn();
  jest.mocked(prepareMedia).mockImplementation(async (file) => preparedOf(file));
  jest.mocked(uploadMedia).mockImplementation(async ({ media }) => `https://media.test/${media.fileName}`);
  jest.mocked(storeMedia).mockImplementation(async (id, media) => void files.set(id, media));
  jest.mocked(loadMedia).mockImplementation(async (id) => files.get(id) as never);
  jest.mocked(deleteStoredMedia).mockImplementation(async (id) => void files.delete(id));
});

const items = () => draftOf(AARAV).items;
const names = () => items().map(({ fileName }) => fileName);
const idOf = (name: string) => items().find(({ fileName }) => fileName === name)?.id ?? "";
/** Lets what is being written to the database end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function add(...chosen: string[]) {
  const invalid = await addMedia(AARAV, chosen.map(fileOf));
  await settle();
  return invalid;
}

/** What the page has in memory is gone; what the tab stores, and the database, stay. */
async function reload() {
  storageErased.emit();
  await restoreDraft(AARAV);
}

test("several files come back in their order, with what was done to each", async () => {
  await add("a.jpg", "b.jpg", "c.jpg");
  describeMedia(idOf("b.jpg"), "A roof");
  moveMedia(idOf("c.jpg"), 0);
  const edited = { ...preparedOf(new File([""], "part")), fileName: "a.jpg", objectUrl: "blob:part" };
  const edit = { shape: "1:1", crop: { x: 0.5, y: 0.5, zoom: 1 } };
  editMedia(idOf("a.jpg"), edited, edit);
  await settle();
  await reload();
  expect(names()).toEqual(["c.jpg", "a.jpg", "b.jpg"]);
  const [, a, b] = items();
  expect(b).toMatchObject({ altText: "A roof", phase: "ready", isStored: true });
  expect(a).toMatchObject({ edit, media: { objectUrl: "blob:part" }, source: { objectUrl: "blob:a.jpg" } });
});

test("one that is gone by now, as after a day, is said to be", async () => {
  const error = jest.spyOn(toast, "error").mockReturnValue("toast");
  await add("a.jpg", "b.jpg");
  await deleteStoredMedia(idOf("a.jpg"));
  await reload();
  expect(names()).toEqual(["b.jpg"]);
  expect(error.mock.calls).toEqual([["1 file of your draft is gone. Please choose again."]]);
  error.mockClear();
  await reload();
  expect(error).not.toHaveBeenCalled();
});

test("one that the media host can't use is taken out with the reason, others wait for the post", async () => {
  const error = jest.spyOn(toast, "error").mockReturnValue("toast");
  jest.mocked(uploadMedia).mockImplementation(async ({ media }) => {
    throw media.fileName === "a.mp4"
      ? new ApiClientError(415, "upload", "This browser can't convert that video.")
      : new ApiClientError(503, "upload", "Please try again later.");
  });
  await add("a.mp4", "b.mp4");
  expect(names()).toEqual(["b.mp4"]);
  expect(error.mock.calls).toEqual([["This browser can't convert that video."]]);
});

test("a removed one does not come back, and its file is deleted", async () => {
  await add("a.jpg", "b.jpg");
  const removed = idOf("a.jpg");
  removeMedia(removed);
  await settle();
  expect([...files.keys()]).toEqual([idOf("b.jpg")]);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:a.jpg");
  await reload();
  expect(names()).toEqual(["b.jpg"]);
});

test("one whose file is gone is left out, and the others come back", async () => {
  await add("a.jpg", "b.jpg", "c.jpg");
  files.delete(idOf("b.jpg"));
  await reload();
  expect(names()).toEqual(["a.jpg", "c.jpg"]);
});

test("one that can't be stored is at risk, and the others are not", async () => {
  jest.mocked(storeMedia).mockImplementation(async (id, media) => {
    if (media.media.fileName === "b.jpg") throw new DOMException("full", "QuotaExceededError");
    files.set(id, media);
  });
  await add("a.jpg", "b.jpg");
  expect(items().map((item) => isReady(item) && item.isStored)).toEqual([true, false]);
  await reload();
  expect(names()).toEqual(["a.jpg"]);
});

test("what is sent is no draft any more; its files and pictures stay", async () => {
  await add("a.jpg", "b.jpg");
  jest.spyOn(api, "post").mockReturnValue(new Promise(() => {}));
  expect(sendDraft(AARAV, outcome)).toBe(true);
  await settle();
  expect([files.size, items().length]).toEqual([2, 0]);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  expect(sendDraft(AARAV, outcome)).toBe(false);
  await reload();
  expect(names()).toEqual([]);
});

test("a card, which is sent at once, is stored with its post", async () => {
  addCard(AARAV, preparedOf(new File(["pixels"], "card.webp")), "Hi", { background: "leaf" });
  jest.spyOn(api, "post").mockReturnValue(new Promise(() => {}));
  sendDraft(AARAV, outcome);
  await settle();
  expect(files.size).toBe(1);
  expect(allPosts()).toMatchObject([{ items: [{ isStored: true }] }]);
});

describe("uploads while the caption is written", () => {
  const sent = () =>
    jest.mocked(uploadMedia).mock.calls.map(([{ media }]) => (media as PreparedMedia).objectUrl);
  const signalOf = (call: number) => jest.mocked(uploadMedia).mock.calls[call]?.[0].signal;

  test("begin with each file that is ready, and are not repeated after a reload", async () => {
    await add("a.jpg", "b.jpg");
    expect(sent()).toEqual(["blob:a.jpg", "blob:b.jpg"]);
    await reload();
    await settle();
    expect(sent()).toHaveLength(2);
  });

  test("end when the file is removed, and begin anew when it is changed", async () => {
    jest.mocked(uploadMedia).mockImplementation(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        }),
    );
    await add("a.jpg", "b.jpg");
    removeMedia(idOf("a.jpg"));
    expect([signalOf(0)?.aborted, signalOf(1)?.aborted]).toEqual([true, false]);
    const part = { ...preparedOf(new File([""], "b.jpg")), objectUrl: "blob:part" };
    editMedia(idOf("b.jpg"), part, undefined);
    await settle();
    expect(signalOf(1)?.aborted).toBe(true);
    expect(sent()).toEqual(["blob:a.jpg", "blob:b.jpg", "blob:part"]);
  });

  test("wait for Post to save data", async () => {
    preferences.setState({ reducedData: true });
    await add("a.jpg");
    expect(sent()).toEqual([]);
    preferences.setState({ reducedData: false });
  });
});

test("logging out while a file is being stored leaves nothing", async () => {
  let stored = () => {};
  jest.mocked(storeMedia).mockImplementation(async (id, media) => {
    await new Promise<void>((resolve) => {
      stored = resolve;
    });
    files.set(id, media);
  });
  await add("a.jpg");
  freshBrowser();
  stored();
  await settle();
  expect(files.size).toBe(0);
});

test("discarding the draft deletes its files, also those that were not read yet", async () => {
  await add("a.jpg", "b.jpg");
  storageErased.emit();
  removePost(draftOf(AARAV).id);
  await settle();
  expect([files.size, sessionStorage.length]).toEqual([0, 0]);
});

test("at most ten are added, and the first new one is selected", async () => {
  await add(..."abcdefghi");
  expect(draftOf(AARAV).selectedId).toBe(idOf("a"));
  await add("j", "k");
  expect(names().join("")).toBe("abcdefghij");
  expect(draftOf(AARAV).selectedId).toBe(idOf("j"));
});

test("a file that can't be read now may be tried again", async () => {
  jest.mocked(prepareMedia).mockRejectedValueOnce(new Error("No."));
  await add("a.mp4");
  expect(items()).toMatchObject([{ phase: "failed", message: "No." }]);
  retryMedia(idOf("a.mp4"));
  expect(items()).toMatchObject([{ phase: "preparing", share: 0 }]);
  await settle();
  expect(items()).toMatchObject([{ phase: "ready", mediaType: "video" }]);
});

test.each([
  ["a", 2, "bca"],
  ["c", 0, "cab"],
  ["b", 1, "abc"],
  ["b", 3, "abc"],
  ["b", -1, "abc"],
  ["x", 0, "abc"],
])("moving %s to %i gives %s", async (name, to, expected) => {
  await add("a", "b", "c");
  moveMedia(idOf(name), to);
  expect(names().join("")).toBe(expected);
});

test("what takes the place of a removed one is selected, else the last", async () => {
  await add("a", "b", "c");
  const [a, b, c] = ["a", "b", "c"].map(idOf);
  changeDraft(AARAV, { selectedId: b, isDescribing: true });
  removeMedia(a ?? "");
  expect(draftOf(AARAV)).toMatchObject({ selectedId: b, isDescribing: true });
  removeMedia(b ?? "");
  expect(draftOf(AARAV)).toMatchObject({ selectedId: c, isDescribing: false });
  await add("d");
  removeMedia(idOf("d"));
  expect(draftOf(AARAV).selectedId).toBe(c);
});

test("the first is removed like one that was selected, with the field for its description", async () => {
  await add("a", "b");
  changeDraft(AARAV, { selectedId: undefined, isDescribing: true });
  removeMedia(idOf("a"));
  expect(draftOf(AARAV).isDescribing).toBe(false);
});

test("people are reminded of descriptions once, and again of what they add", async () => {
  await add("a");
  changeDraft(AARAV, { isReminded: true });
  describeMedia(idOf("a"), "A roof");
  expect(draftOf(AARAV).isReminded).toBe(true);
  await add("b");
  expect(draftOf(AARAV).isReminded).toBe(false);
});

test("an edit is stored again, and uploaded again", async () => {
  await add("a.jpg");
  const part = { ...preparedOf(new File([""], "part.jpg")), objectUrl: "blob:part" };
  editMedia(idOf("a.jpg"), part, undefined);
  expect(items()).toMatchObject([{ isStored: false, url: undefined, source: { objectUrl: "blob:a.jpg" } }]);
  await settle();
  expect(items()).toMatchObject([{ isStored: true, url: "https://media.test/part.jpg" }]);
});

test("what was chosen while a draft is restored comes after it", async () => {
  await add("a", "b");
  storageErased.emit();
  const restored = restoreDraft(AARAV);
  await add("x");
  await restored;
  expect(names()).toEqual(["a", "b", "x"]);
});

test("media are called what they are", () => {
  const [photo, video] = [{ mediaType: "image" }, { mediaType: "video" }] as const;
  expect([[photo], [video, video], [photo, video]].map((items) => nounOf(items, translate))).toEqual([
    "photo",
    "2 videos",
    "2 files",
  ]);
  expect([placeOf(video, 1, 4, translate), placeOf(photo, 0, 1, translate)]).toEqual([
    "Video 2 of 4",
    "Photo",
  ]);
});
