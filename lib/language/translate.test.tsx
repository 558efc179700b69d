/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { TextLink } from "@/components/ui/link";
import { Rich } from "@/lib/language/rich";
import { LanguageProvider, translate, useLanguage, useTranslate } from "@/lib/language/translate";

const LIKES = "{count, plural, one {# like} other {# likes}}";
const messages = {
  "Log in": "लॉग इन करें",
  "{name} joined your circle": "{name} आपके सर्कल से जुड़े",
  [LIKES]: "{count, plural, one {# लाइक} other {# लाइक}}",
  "Read the <0>terms</0>, {name}.": "{name}, <0>शर्तें</0> पढ़ें।",
};

function Screen({ name = "Meera" }: { name?: string }) {
  const t = useTranslate();
  return (
    <main lang={useLanguage()}>
      <p>{[t("Log in"), t("Log out"), t("{name} joined your circle", { name })].join(" | ")}</p>
      <p>{[0, 1, 2, 1234].map((count) => t(LIKES, { count })).join(" | ")}</p>
      <p>
        <Rich
          text="Read the <0>terms</0>, {name}."
          values={{ name }}
          components={[<TextLink key="terms" href="/terms" />]}
        />
      </p>
    </main>
  );
}

const inHindi = (page: React.ReactNode) => (
  <LanguageProvider language="hi" messages={messages}>
    {page}
  </LanguageProvider>
);
const lines = () => [...document.querySelectorAll("p")].map((line) => line.textContent);

// What one page has set must not be the next test's language.
afterEach(() => {
  render(
    <LanguageProvider language="en" messages={{}}>
      {null}
    </LanguageProvider>,
  );
});

test("English needs neither a catalogue nor a provider", () => {
  render(<Screen />);
  expect(lines()).toEqual([
    "Log in | Log out | Meera joined your circle",
    "0 likes | 1 like | 2 likes | 1,234 likes",
    "Read the terms, Meera.",
  ]);
  expect(screen.getByRole("link", { name: "terms" }).getAttribute("href")).toBe("/terms");
  expect(translate("Log in")).toBe("Log in");
});

test("Hindi shows what is translated, and English for the rest", () => {
  render(inHindi(<Screen />));
  expect(lines()).toEqual([
    "लॉग इन करें | Log out | Meera आपके सर्कल से जुड़े",
    "0 लाइक | 1 लाइक | 2 लाइक | 1,234 लाइक",
    "Meera, शर्तें पढ़ें।",
  ]);
  expect(screen.getByRole("link", { name: "शर्तें" })).toBeTruthy();
  expect(screen.getByRole("main").lang).toBe("hi");
  expect(translate("{name} joined your circle", { name: "Meera" })).toBe("Meera आपके सर्कल से जुड़े");
});

test("a name that looks like a tag or a placeholder stays a name", () => {
  render(<Screen name="<0>{count}</0>" />);
  expect(lines()[0]).toContain("<0>{count}</0> joined your circle");
  expect(lines()[2]).toBe("Read the terms, <0>{count}</0>.");
});
