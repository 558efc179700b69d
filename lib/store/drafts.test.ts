/** @jest-environment jsdom */
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { storageErased } from "@/lib/store/signal";
import { freshBrowser } from "@/tests/fresh-browser";

/** Drops the copy in memory, as a reload does. */
const reload = storageErased.emit;

beforeEach(() => freshBrowser());

test("a draft survives a reload and is removed once it is empty", () => {
  writeDraft("post ishita", "Half written");
  writeDraft("comment 1", "Nice");
  reload();
  expect([readDraft("post ishita"), readDraft("comment 1")]).toEqual(["Half written", "Nice"]);
  writeDraft("comment 1", "");
  expect(sessionStorage.getItem("drafts")).toBe('{"post ishita":"Half written"}');
  writeDraft("post ishita", "");
  expect(sessionStorage).toHaveLength(0);
});

test.each(["{", "null", "7", '{"post ishita":7}'])("%s in storage is ignored", (stored) => {
  sessionStorage.setItem("drafts", stored);
  reload();
  expect(readDraft("post ishita")).toBe("");
});
