/** @jest-environment jsdom */

import {
  forgetSearch,
  forgetSearchesFor,
  RECENT_MAX,
  recentSearches,
  rememberSearch,
} from "@/lib/people-search/client/recent-searches";
import { storageErased } from "@/lib/store/signal";
import { freshBrowser } from "@/tests/fresh-browser";

const searches = () => recentSearches.getState().searches;

beforeEach(() => freshBrowser());

test("the latest search comes first, and a repeated one moves to the top", () => {
  for (const search of ["ishita", "kabir", "ISHITA ", "  "]) rememberSearch(search);
  expect(searches()).toEqual(["ISHITA", "kabir"]);
});

test("only the latest searches are stored", () => {
  for (let i = 0; i < RECENT_MAX + 3; i++) rememberSearch(`search ${i}`);
  expect(searches()).toHaveLength(RECENT_MAX);
  expect(searches()[0]).toBe(`search ${RECENT_MAX + 2}`);
});

test("one search or all of them can be removed, and listeners are notified", () => {
  const listener = jest.fn();
  const unsubscribe = recentSearches.subscribe(listener);
  rememberSearch("ishita");
  rememberSearch("kabir");
  forgetSearch("ishita");
  expect(searches()).toEqual(["kabir"]);
  recentSearches.clear();
  expect(searches()).toEqual([]);
  expect(localStorage.getItem("recentSearches")).toBeNull();
  expect(listener).toHaveBeenCalledTimes(4);
  unsubscribe();
});

test.each(["not json", "{}", "5", '[1, "", null]'])("%s in storage is ignored", (text) => {
  localStorage.setItem("recentSearches", text);
  storageErased.emit();
  expect(searches()).toEqual([]);
});

test("where storage is blocked, a search is remembered until the page is closed", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  rememberSearch("ishita");
  expect(searches()).toEqual(["ishita"]);
  storageErased.emit();
  expect(searches()).toEqual([]);
});

test("searches for a person who is blocked are forgotten", () => {
  for (const search of ["kabir rao", "@kabir.rao", "kabir", "Tara"]) rememberSearch(search);
  forgetSearchesFor({ name: "Kabir Rao", username: "kabir.rao" });
  expect(searches()).toEqual(["Tara", "kabir"]);
});
