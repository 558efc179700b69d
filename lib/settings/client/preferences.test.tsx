/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { mayAutoplay, preferences, usePreferences } from "@/lib/settings/client/preferences";
import { announceErasedStorage } from "@/lib/store/erased-storage";
import { freshBrowser } from "@/tests/fresh-browser";

function Shown() {
  return <p>{usePreferences().reducedData ? "less" : "all"}</p>;
}

beforeEach(() => freshBrowser());

test("videos play by themselves until a person wishes otherwise", () => {
  expect(mayAutoplay()).toBe(true);
  preferences.setState({ autoplay: false });
  expect(mayAutoplay()).toBe(false);
  expect(localStorage.getItem("autoplay")).toBe("off");
});

test("using less data stops them too", () => {
  preferences.setState({ reducedData: true });
  expect(preferences.getState().autoplay).toBe(true);
  expect(mayAutoplay()).toBe(false);
});

test("so does a browser that was told to save data", () => {
  Object.assign(navigator, { connection: { saveData: true } });
  expect(mayAutoplay()).toBe(false);
  Reflect.deleteProperty(navigator, "connection");
  expect(mayAutoplay()).toBe(true);
});

test("what shows a preference follows it", () => {
  render(<Shown />);
  expect(screen.getByText("all")).toBeTruthy();
  act(() => preferences.setState({ reducedData: true }));
  expect(screen.getByText("less")).toBeTruthy();
});

test("something else in storage is no choice", () => {
  localStorage.setItem("autoplay", "maybe");
  announceErasedStorage();
  expect(preferences.getState().autoplay).toBe(true);
});

test("a choice holds for the page where storage is full", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  preferences.setState({ autoplay: false });
  expect(preferences.getState().autoplay).toBe(false);
  jest.restoreAllMocks();
  preferences.setState({ autoplay: true });
  expect(preferences.getState().autoplay).toBe(true);
});

test("what was chosen in another tab is heard, and what is chosen again is not stored", () => {
  localStorage.setItem("keyboardShortcuts", "off");
  window.dispatchEvent(new StorageEvent("storage", { key: "keyboardShortcuts" }));
  expect(preferences.getState().shortcuts).toBe(false);
  preferences.setState({ shortcuts: true });
  expect(localStorage).toHaveLength(0);
});
