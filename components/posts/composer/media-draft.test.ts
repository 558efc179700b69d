/** @jest-environment jsdom */

import {
  addCard,
  addMedia,
  handOver,
  mediaChanges,
  restoreMedia,
} from "@/components/posts/composer/media-draft";
import { toast } from "@/components/ui/toast";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { EMPTY_DRAFT, isReady, mediaDrafts } from "@/lib/posts/client/chosen-media";
import { pendingPosts } from "@/lib/posts/client/pending-posts";
import { preferences } from "@/lib/settings/client/preferences";
import { storageErased } from "@/lib/store/signal";
import { type PreparedMedia, prepareMedia } from "@/lib/uploads/client/prepare";
import { deleteStoredMedia, loadMedia, storeMedia } from "@/lib/uploads/client/stored-media";
import { uploadMedia } from "@/lib/uploads/client/upload";
import { fileOf, preparedOf } from "@/tests/composer-fixture";

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

const KEY = "post aarav";
const files = new Map<string, Parameters<typeof storeMedia>[1]>();

beforeEach(() => {
  jest.clearAllMocks();
  sessionStorage.clear();
  storageErased.emit();
  files.clear();
  URL.revokeObjectURL = jest.fn();
  jest.mocked(prepareMedia).mockImplementation(async (file) => preparedOf(file));
  jest.mocked(uploadMedia).mockImplementation(async ({ media }) => `https://media.test/${media.fileName}`);
  jest.mocked(storeMedia).mockImplementation(async (id, media) => void files.set(id, media));
  jest.mocked(loadMedia).mockImplementation(async (id) => files.get(id) as never);
  jest.mocked(deleteStoredMedia).mockImplementation(async (id) => void files.delete(id));
});

const items = () => mediaDrafts.getState()[KEY]?.items ?? [];
const names = () => items().map(({ fileName }) => fileName);
const idOf = (name: string) => items().find(({ fileName }) => fileName === name)?.id ?? "";
const changes = mediaChanges(KEY);
/** Lets what is being written to the database end. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function add(...chosen: string[]) {
  const invalid = await addMedia(KEY, chosen.map(fileOf));
  await settle();
  return invalid;
}

/** What the page has in memory is gone; the tab's list and the database stay. */
async function reload() {
  mediaDrafts.setState({ [KEY]: { ...EMPTY_DRAFT, isRestoring: true } }, true);
  await restoreMedia(KEY);
}

test("several files come back in their order, with what was done to each", async () => {
  await add("a.jpg", "b.jpg", "c.jpg");
  changes.describe(idOf("b.jpg"), "A roof");
  changes.move(idOf("c.jpg"), 0);
  const edited = { ...preparedOf(new File([""], "part")), fileName: "a.jpg", objectUrl: "blob:part" };
  const edit = { shape: "1:1", crop: { x: 0.5, y: 0.5, zoom: 1 } };
  changes.edit(idOf("a.jpg"), edited, edit);
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
  changes.remove(removed);
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

test("what is handed over is no draft any more; its files and pictures stay", async () => {
  await add("a.jpg", "b.jpg");
  expect(handOver(KEY).map(({ fileName }) => fileName)).toEqual(["a.jpg", "b.jpg"]);
  await settle();
  expect([files.size, items().length]).toEqual([2, 0]);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  expect(handOver(KEY)).toEqual([]);
  await reload();
  expect(names()).toEqual([]);
});

test("a card, which is handed over at once, is stored with its post", async () => {
  addCard(KEY, preparedOf(new File(["pixels"], "card.webp")), "Hi", { background: "leaf" });
  const post = {
    id: "1",
    personId: "aarav",
    whoCanComment: "everyone" as const,
    caption: "Hi",
    items: handOver(KEY),
  };
  pendingPosts.setState({ posts: [{ ...post, status: { phase: "waiting" } }] });
  await settle();
  expect(files.size).toBe(1);
  expect(pendingPosts.getState().posts[0]?.items).toMatchObject([{ isStored: true }]);
  pendingPosts.setState({ posts: [] });
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
    changes.remove(idOf("a.jpg"));
    expect([signalOf(0)?.aborted, signalOf(1)?.aborted]).toEqual([true, false]);
    const part = { ...preparedOf(new File([""], "b.jpg")), objectUrl: "blob:part" };
    changes.edit(idOf("b.jpg"), part, undefined);
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
  storageErased.emit();
  stored();
  await settle();
  expect(files.size).toBe(0);
});
