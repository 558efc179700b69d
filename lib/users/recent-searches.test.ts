/** @jest-environment jsdom */
import {
  clearSearches,
  forgetSearch,
  onRecentSearches,
  RECENT_MAX,
  recentSearches,
  rememberSearch,
} from "@/lib/users/recent-searches";

beforeEach(() => localStorage.clear());

test("the latest search comes first, and one made again moves up", () => {
  for (const search of ["ishita", "kabir", "ISHITA ", "  "]) rememberSearch(search);
  expect(recentSearches()).toEqual(["ISHITA", "kabir"]);
});

test("only the latest are kept", () => {
  for (let i = 0; i < RECENT_MAX + 3; i++) rememberSearch(`search ${i}`);
  expect(recentSearches()).toHaveLength(RECENT_MAX);
  expect(recentSearches()[0]).toBe(`search ${RECENT_MAX + 2}`);
});

test("one is forgotten, or all of them, and whoever listens hears it", () => {
  const heard = jest.fn();
  const stop = onRecentSearches(heard);
  rememberSearch("ishita");
  rememberSearch("kabir");
  forgetSearch("ishita");
  expect(recentSearches()).toEqual(["kabir"]);
  clearSearches();
  expect(recentSearches()).toEqual([]);
  expect(localStorage.getItem("recentSearches")).toBeNull();
  expect(heard).toHaveBeenCalledTimes(4);
  stop();
});

test.each(["not json", "{}", "5", '[1, "", null]'])("%s in storage is no search", (text) => {
  localStorage.setItem("recentSearches", text);
  expect(recentSearches()).toEqual([]);
});

test("blocked storage remembers nothing and breaks nothing", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  rememberSearch("ishita");
  expect(recentSearches()).toEqual([]);
});
