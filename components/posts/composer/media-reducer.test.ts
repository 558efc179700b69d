import { type MediaAction, mediaReducer, nounOf, placeOf } from "@/components/posts/composer/media-reducer";
import { translate } from "@/lib/language/translate";
import { type ChosenMedia, EMPTY_DRAFT, type MediaDraft } from "@/lib/posts/client/chosen-media";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

const file = (name: string) => ({ name, size: 1 }) as File;
const prepared = (fileName: string, mediaType: "image" | "video" = "image"): PreparedMedia => ({
  file: new Blob(),
  fileName,
  mediaType,
  objectUrl: `blob:${fileName}`,
  width: 4,
  height: 3,
});

const after = (draft: MediaDraft, ...actions: MediaAction[]) => actions.reduce(mediaReducer, draft);
const added = (...ids: string[]): MediaAction => ({
  type: "add",
  items: ids.map((id) => ({ id, file: file(`${id}.jpg`), mediaType: "image" })),
});
const ids = ({ items }: MediaDraft) => items.map(({ id }) => id).join("");
const one = (draft: MediaDraft, id: string) => draft.items.find((item) => item.id === id) as ChosenMedia;

const abc = after(
  EMPTY_DRAFT,
  added("a", "b", "c"),
  ...["a", "b", "c"].map((id): MediaAction => ({ type: "prepared", id, media: prepared(`${id}.jpg`) })),
);

test("at most ten are added, and the first new one is selected", () => {
  const nine = after(abc, added("d", "e", "f", "g", "h", "i"));
  expect(ids(nine)).toBe("abcdefghi");
  expect(nine.selectedId).toBe("d");
  const ten = after(nine, added("j", "k"));
  expect(ids(ten)).toBe("abcdefghij");
  expect(after(ten, added("l"))).toBe(ten);
});

test("a file is prepared, or fails and is tried again", () => {
  const preparing = after(EMPTY_DRAFT, added("a"), { type: "progress", id: "a", share: 0.4 });
  expect(one(preparing, "a")).toMatchObject({ phase: "preparing", share: 0.4 });
  const failed = after(preparing, { type: "failed", id: "a", message: "No." });
  expect(one(failed, "a")).toMatchObject({ phase: "failed", message: "No." });
  const again = after(failed, { type: "retry", id: "a" });
  expect(one(again, "a")).toMatchObject({ phase: "preparing", share: 0 });
  const media = prepared("a.mp4", "video");
  const ready = after(again, { type: "prepared", id: "a", media });
  expect(one(ready, "a")).toMatchObject({ phase: "ready", mediaType: "video", media, source: media });
});

test.each([
  ["a", 2, "bca"],
  ["c", 0, "cab"],
  ["b", 1, "abc"],
  ["b", 3, "abc"],
  ["b", -1, "abc"],
  ["x", 0, "abc"],
])("moving %s to %i gives %s", (id, to, expected) => {
  expect(ids(after(abc, { type: "move", id, to }))).toBe(expected);
});

test("what takes the place of a removed one is selected, else the last", () => {
  const selectB = after(abc, { type: "select", id: "b", isDescribing: true });
  expect(after(selectB, { type: "remove", id: "b" })).toMatchObject({ selectedId: "c", isDescribing: false });
  expect(after(selectB, { type: "remove", id: "a" })).toMatchObject({ selectedId: "b", isDescribing: true });
  const selectC = after(abc, { type: "select", id: "c" });
  expect(after(selectC, { type: "remove", id: "c" }).selectedId).toBe("b");
  const none = ["a", "b", "c"].map((id): MediaAction => ({ type: "remove", id }));
  expect(after(abc, ...none)).toEqual(EMPTY_DRAFT);
});

test("an edit replaces what is posted, retains what was chosen, and is stored anew", () => {
  const cropped = prepared("a.jpg");
  const edit = { shape: "1:1", crop: { zoom: 1, x: 2, y: 1 } };
  const stored = after(abc, {
    type: "stored",
    id: "a",
    media: (one(abc, "a") as { media: PreparedMedia }).media,
  });
  expect(one(stored, "a")).toMatchObject({ isStored: true });
  const edited = after(stored, { type: "edit", id: "a", media: cropped, edit });
  expect(one(edited, "a")).toMatchObject({ media: cropped, edit, isStored: false });
  expect((one(edited, "a") as { source: PreparedMedia }).source).not.toBe(cropped);
  // What the browser has just stored is the former one.
  const late = after(edited, { type: "stored", id: "a", media: prepared("a.jpg") });
  expect(one(late, "a")).toMatchObject({ isStored: false });
});

test("people are reminded of descriptions once, and again of what they add", () => {
  const reminded = after(abc, { type: "remind" });
  expect(reminded.isReminded).toBe(true);
  expect(after(reminded, { type: "describe", id: "a", altText: "A roof" }).isReminded).toBe(true);
  expect(after(reminded, added("d")).isReminded).toBe(false);
});

test("what was chosen while a draft is restored comes after it", () => {
  const restoring = { ...EMPTY_DRAFT, isRestoring: true };
  const items = abc.items.filter((item) => item.phase === "ready");
  expect(after(restoring, { type: "restore", items })).toMatchObject({ selectedId: "a", isRestoring: false });
  expect(ids(after(restoring, added("x"), { type: "restore", items }))).toBe("abcx");
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
