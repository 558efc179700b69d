/** @jest-environment jsdom */

import {
  forgetSearch,
  RECENT_MAX,
  recentSearches,
  rememberSearch,
} from "@/lib/people-search/client/recent-searches";
import { announceErasedStorage } from "@/lib/store/erased-storage";
import { freshBrowser } from "@/tests/fresh-browser";

const searches = () => recentSearches.getState().searches;

beforeEach(() => freshBrowser());

test("the latest search comes first, and one made again moves up", () => {
  for (const search of ["ishita", "kabir", "ISHITA ", "  "]) rememberSearch(search);
  expect(searches()).toEqual(["ISHITA", "kabir"]);
});

test("only the latest are kept", () => {
  for (let i = 0; i < RECENT_MAX + 3; i++) rememberSearch(`search ${i}`);
  expect(searches()).toHaveLength(RECENT_MAX);
  expect(searches()[0]).toBe(`search ${RECENT_MAX + 2}`);
});

test("one is forgotten, or all of them, and whoever listens hears it", () => {
  const heard = jest.fn();
  const stop = recentSearches.subscribe(heard);
  rememberSearch("ishita");
  rememberSearch("kabir");
  forgetSearch("ishita");
  expect(searches()).toEqual(["kabir"]);
  recentSearches.clear();
  expect(searches()).toEqual([]);
  expect(localStorage.getItem("recentSearches")).toBeNull();
  expect(heard).toHaveBeenCalledTimes(4);
  stop();
});

test.each(["not json", "{}", "5", '[1, "", null]'])("%s in storage is no search", (text) => {
  localStorage.setItem("recentSearches", text);
  announceErasedStorage();
  expect(searches()).toEqual([]);
});

test("where storage is blocked a search is remembered as long as the page", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  rememberSearch("ishita");
  expect(searches()).toEqual(["ishita"]);
  announceErasedStorage();
  expect(searches()).toEqual([]);
});
