/** @jest-environment jsdom */
import { allPosts, changeDraft, draftOf, removePost } from "@/lib/posts/client/unposted";
import { storageErased } from "@/lib/store/signal";
import { freshBrowser } from "@/tests/fresh-browser";

/** Drops the copy in memory, as a reload does. */
const reload = storageErased.emit;

beforeEach(() => freshBrowser());

test("a draft survives a reload, each person's own, and nothing is stored of an empty one", () => {
  changeDraft("ishita", { caption: "Half written" });
  changeDraft("kabir", { whoCanComment: "nobody" });
  reload();
  expect([draftOf("ishita").caption, draftOf("kabir").whoCanComment]).toEqual(["Half written", "nobody"]);
  removePost(draftOf("ishita").id);
  changeDraft("kabir", { whoCanComment: "everyone" });
  expect(sessionStorage).toHaveLength(0);
});

const STORED = { id: "1", personId: "ishita", caption: "Hi", whoCanComment: "everyone", media: [] };

test.each([
  "{",
  "7",
  "null",
  "[null]",
  JSON.stringify([STORED]),
  JSON.stringify([{ ...STORED, status: { phase: "stopped" } }]),
  JSON.stringify([{ ...STORED, status: { phase: "draft" }, media: [{ id: 7, altText: "" }] }]),
  JSON.stringify([{ ...STORED, status: { phase: "draft" }, whoCanComment: "aliens" }]),
])("%s in storage is ignored", (stored) => {
  sessionStorage.setItem("posts", stored);
  reload();
  expect(allPosts()).toEqual([]);
});
