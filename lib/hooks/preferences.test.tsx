/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { choosePreference, mayAutoplay, readPreference, usePreference } from "@/lib/hooks/preferences";

function Shown() {
  return <p>{usePreference("reducedData") ? "less" : "all"}</p>;
}

beforeEach(() => localStorage.clear());

test("videos play by themselves until a person wishes otherwise", () => {
  expect(mayAutoplay()).toBe(true);
  choosePreference("autoplay", false);
  expect(mayAutoplay()).toBe(false);
  expect(localStorage.getItem("autoplay")).toBe("off");
});

test("using less data stops them too", () => {
  choosePreference("reducedData", true);
  expect(readPreference("autoplay")).toBe(true);
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
  act(() => choosePreference("reducedData", true));
  expect(screen.getByText("less")).toBeTruthy();
});

test("something else in storage is no choice", () => {
  localStorage.setItem("autoplay", "maybe");
  expect(readPreference("autoplay")).toBe(true);
});

test("a choice holds for the page where storage is full", () => {
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  choosePreference("autoplay", false);
  expect(readPreference("autoplay")).toBe(false);
  jest.restoreAllMocks();
  choosePreference("autoplay", true);
  expect(readPreference("autoplay")).toBe(true);
});
