/** @jest-environment jsdom */
import { fireEvent, screen } from "@testing-library/react";
import { LanguageSettings } from "@/components/settings/preference-settings";
import { LanguageLinks } from "@/components/shell/language";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { LanguageProvider } from "@/lib/language/translate";
import { rememberLanguage } from "@/lib/sessions/marker-cookies";
import { show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

// jsdom does not open other pages.
jest.mock("@/lib/accounts/client/leave-page");

beforeEach(() => {
  freshBrowser();
  jest.mocked(leavePage).mockClear();
  rememberLanguage("en");
});

test("the foot of a screen offers the other languages, each in its own words", () => {
  show(<LanguageLinks />);
  const hindi = screen.getByRole("button", { name: "हिन्दी" });
  expect(hindi.lang).toBe("hi");
  fireEvent.click(hindi);
  expect(document.cookie).toContain("language=hi");
  expect(leavePage).toHaveBeenCalledWith(window.location.href);
});

test("Settings show the language of the page, and change it", () => {
  show(
    <LanguageProvider language="hi" messages={{ Language: "भाषा" }}>
      <LanguageSettings />
    </LanguageProvider>,
  );
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "भाषा" });
  expect(select.value).toBe("hi");
  fireEvent.change(select, { target: { value: "en" } });
  expect(leavePage).toHaveBeenCalledTimes(1);
});

test("without a connection the language stays", () => {
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const before = document.cookie;
  show(<LanguageLinks />);
  fireEvent.click(screen.getByRole("button", { name: "हिन्दी" }));
  expect(document.cookie).toBe(before);
  expect(leavePage).not.toHaveBeenCalled();
});
