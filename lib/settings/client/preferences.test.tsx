/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import {
  mayAutoplay,
  preferences,
  sendsSmallPictures,
  usePreferences,
} from "@/lib/settings/client/preferences";
import { storageErased } from "@/lib/store/signal";
import { freshBrowser } from "@/tests/fresh-browser";

function Shown() {
  return <p>{usePreferences().reducedData ? "less" : "all"}</p>;
}

beforeEach(() => freshBrowser());

test("videos autoplay until that is turned off", () => {
  expect(mayAutoplay()).toBe(true);
  preferences.setState({ autoplay: false });
  expect(mayAutoplay()).toBe(false);
  expect(localStorage.getItem("autoplay")).toBe("off");
});

test("reduced data turns autoplay off", () => {
  preferences.setState({ reducedData: true });
  expect(preferences.getState().autoplay).toBe(true);
  expect(mayAutoplay()).toBe(false);
});

test("the browser's data saver turns autoplay off", () => {
  Object.assign(navigator, { connection: { saveData: true } });
  expect(mayAutoplay()).toBe(false);
  Reflect.deleteProperty(navigator, "connection");
  expect(mayAutoplay()).toBe(true);
});

test.each([
  ["on 4G", { effectiveType: "4g" }, false, false],
  ["where the browser says nothing", undefined, false, false],
  ["on 3G", { effectiveType: "3g" }, false, true],
  ["on 2G", { effectiveType: "2g" }, false, true],
  ["on slow 2G", { effectiveType: "slow-2g" }, false, true],
  ["with the browser's data saver", { effectiveType: "4g", saveData: true }, false, true],
  ["with reduced data", { effectiveType: "4g" }, true, true],
])("pictures %s", (_where, connection, reducedData, areSmall) => {
  Object.assign(navigator, { connection });
  preferences.setState({ reducedData });
  expect(sendsSmallPictures()).toBe(areSmall);
  Reflect.deleteProperty(navigator, "connection");
});

test("a component renders again when a preference changes", () => {
  render(<Shown />);
  expect(screen.getByText("all")).toBeTruthy();
  act(() => preferences.setState({ reducedData: true }));
  expect(screen.getByText("less")).toBeTruthy();
});

test("an unknown value in storage is ignored", () => {
  localStorage.setItem("autoplay", "maybe");
  storageErased.emit();
  expect(preferences.getState().autoplay).toBe(true);
});

test("a preference holds for the page when storage is full", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  preferences.setState({ autoplay: false });
  expect(preferences.getState().autoplay).toBe(false);
  jest.restoreAllMocks();
  preferences.setState({ autoplay: true });
  expect(preferences.getState().autoplay).toBe(true);
});

test("changes in another tab apply, and a default is not stored", () => {
  localStorage.setItem("keyboardShortcuts", "off");
  window.dispatchEvent(new StorageEvent("storage", { key: "keyboardShortcuts" }));
  expect(preferences.getState().shortcuts).toBe(false);
  preferences.setState({ shortcuts: true });
  expect(localStorage).toHaveLength(0);
});
