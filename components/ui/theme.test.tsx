/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { chooseTheme, followDeviceTheme, ThemeSync, useTheme } from "@/components/ui/theme";
import { THEME_BOOT } from "@/components/ui/theme-script";
import { freshBrowser } from "@/tests/fresh-browser";

/** The device's theme, and the listeners for its changes. */
let isDark = false;
const listeners = new Set<() => void>();
function setDevice(dark: boolean): void {
  isDark = dark;
  act(() => {
    for (const listener of listeners) listener();
  });
}

beforeEach(() => {
  freshBrowser();
  delete document.documentElement.dataset.theme;
  document.head.replaceChildren();
  isDark = false;
  listeners.clear();
  window.matchMedia = (() => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_event: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_event: string, listener: () => void) => listeners.delete(listener),
  })) as never;
});

const stored = () => ({ ...localStorage });
const shown = () => {
  const { classList, dataset } = document.documentElement;
  expect(classList.contains("dark")).toBe(dataset.theme === "dark");
  return dataset.theme;
};
/** The script in the page's head, as a browser runs it before the first paint. */
// biome-ignore lint/security/noGlobalEval: it is an inline script, our own constant
const boot = () => window.eval(THEME_BOOT);

describe("before the first paint", () => {
  test.each([
    ["nothing", {}, false, "light"],
    ["nothing, on a dark device", {}, true, "light"],
    ["dark", { theme: "dark" }, false, "dark"],
    ["light, on a dark device", { theme: "light" }, true, "light"],
    ["something unknown", { theme: "purple" }, true, "light"],
  ])("%s is stored: the script sets the theme and leaves storage unchanged", (_what, before, dark, theme) => {
    Object.assign(localStorage, before);
    isDark = dark;
    boot();
    expect([shown(), stored()]).toEqual([theme, before]);
  });

  test.each([
    [true, "dark"],
    [false, "light"],
  ])("the theme follows the device if chosen (dark: %s), and `theme` stores the one shown", (dark, theme) => {
    Object.assign(localStorage, { theme: dark ? "light" : "dark", themeFollowsDevice: "true" });
    isDark = dark;
    boot();
    expect([shown(), stored()]).toEqual([theme, { theme, themeFollowsDevice: "true" }]);
  });

  test("a browser that blocks storage shows light", () => {
    jest.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("forbidden");
    });
    boot();
    expect(shown()).toBe("light");
  });
});

function Sample() {
  const { theme, followsDevice } = useTheme();
  return (
    <>
      <ThemeSync />
      <output>{`${theme} ${followsDevice}`}</output>
    </>
  );
}
const read = () => screen.getByRole("status").textContent;

describe("a choice", () => {
  test("of the device's theme follows its changes until a theme is chosen", () => {
    render(<Sample />);
    isDark = true;
    act(() => followDeviceTheme());
    expect([read(), shown(), stored()]).toEqual([
      "dark true",
      "dark",
      { theme: "dark", themeFollowsDevice: "true" },
    ]);
    setDevice(false);
    expect([read(), stored().theme]).toEqual(["light true", "light"]);
    act(() => chooseTheme("dark"));
    expect([read(), shown(), stored()]).toEqual(["dark false", "dark", { theme: "dark" }]);
    setDevice(true);
    setDevice(false);
    expect([read(), stored()]).toEqual(["dark false", { theme: "dark" }]);
  });

  test.each(["theme", "themeFollowsDevice", null])("in another tab applies here (%s)", (key) => {
    render(<Sample />);
    act(() => chooseTheme("light"));
    Object.assign(localStorage, { theme: "dark" });
    fireEvent(window, new StorageEvent("storage", { key }));
    expect([read(), shown()]).toEqual(["dark false", "dark"]);
    isDark = false;
    Object.assign(localStorage, { themeFollowsDevice: "true" });
    fireEvent(window, new StorageEvent("storage", { key }));
    // The other tab has stored its choice; this one only applies it.
    expect([read(), stored().theme]).toEqual(["light true", "dark"]);
  });
});

test.each([undefined, "light"])("a page loaded in another theme (%s) changes to the chosen one", (before) => {
  chooseTheme("dark");
  if (before) document.documentElement.dataset.theme = before;
  else delete document.documentElement.dataset.theme;
  render(<ThemeSync />);
  expect(shown()).toBe("dark");
});
