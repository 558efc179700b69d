/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { chooseTheme, followDeviceTheme, useTheme } from "@/components/shell/theme";
import { THEME_BOOT } from "@/components/shell/theme-boot";
import { ThemeSync } from "@/components/shell/theme-sync";
import { freshBrowser } from "@/tests/fresh-browser";

/** The device: what it is set to, and who hears when that changes. */
let isDark = false;
const heard = new Set<() => void>();
function setDevice(dark: boolean): void {
  isDark = dark;
  act(() => {
    for (const listener of heard) listener();
  });
}

beforeEach(() => {
  freshBrowser();
  delete document.documentElement.dataset.theme;
  document.head.replaceChildren();
  isDark = false;
  heard.clear();
  window.matchMedia = (() => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_event: string, listener: () => void) => heard.add(listener),
    removeEventListener: (_event: string, listener: () => void) => heard.delete(listener),
  })) as never;
});

const stored = () => ({ ...localStorage });
const shown = () => document.documentElement.dataset.theme;
/** The script in the page's head, as a browser runs it before the first paint. */
// biome-ignore lint/security/noGlobalEval: it is an inline script, a constant of ours
const boot = () => window.eval(THEME_BOOT);

describe("before the first paint", () => {
  test.each([
    ["nothing", {}, false, "light"],
    ["nothing, on a dark device", {}, true, "light"],
    ["dark", { theme: "dark" }, false, "dark"],
    ["light, on a dark device", { theme: "light" }, true, "light"],
    ["something unknown", { theme: "purple" }, true, "light"],
  ])("%s is stored: the theme is told, and storage left alone", (_what, before, dark, theme) => {
    Object.assign(localStorage, before);
    isDark = dark;
    boot();
    expect([shown(), stored()]).toEqual([theme, before]);
  });

  test.each([
    [true, "dark"],
    [false, "light"],
  ])("the device decides when it is to (dark: %s), and `theme` says what is shown", (dark, theme) => {
    Object.assign(localStorage, { theme: dark ? "light" : "dark", themeFollowsDevice: "true" });
    isDark = dark;
    boot();
    expect([shown(), stored()]).toEqual([theme, { theme, themeFollowsDevice: "true" }]);
  });

  test("what an earlier release stored as `system` becomes a theme and a key of its own", () => {
    localStorage.setItem("theme", "system");
    isDark = true;
    for (let visit = 0; visit < 2; visit++) {
      boot();
      expect([shown(), stored()]).toEqual(["dark", { theme: "dark", themeFollowsDevice: "true" }]);
    }
  });

  test("a browser that forbids storage shows light", () => {
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
  test("of the device is followed as it changes, and ends with a choice of a theme", () => {
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

  test.each(["theme", "themeFollowsDevice", null])("in another tab is followed here (%s)", (key) => {
    render(<Sample />);
    act(() => chooseTheme("light"));
    Object.assign(localStorage, { theme: "dark" });
    fireEvent(window, new StorageEvent("storage", { key }));
    expect([read(), shown()]).toEqual(["dark false", "dark"]);
    isDark = false;
    Object.assign(localStorage, { themeFollowsDevice: "true" });
    fireEvent(window, new StorageEvent("storage", { key }));
    // What another tab chose is only shown: it writes for itself.
    expect([read(), stored().theme]).toEqual(["light true", "dark"]);
  });
});

test.each([undefined, "light"])(
  "a page that came up in another theme (%s) takes the chosen one",
  (before) => {
    chooseTheme("dark");
    if (before) document.documentElement.dataset.theme = before;
    else delete document.documentElement.dataset.theme;
    render(<ThemeSync />);
    expect(shown()).toBe("dark");
  },
);
