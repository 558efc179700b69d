import { languageNamed, preferredLanguage } from "@/lib/language/languages";

test.each([
  ["", "en"],
  ["hi", "hi"],
  ["hi-IN,hi;q=0.9,en;q=0.8", "hi"],
  ["en-IN,en-GB;q=0.9,en;q=0.8,hi;q=0.7", "en"],
  ["mr-IN,hi;q=0.6,en;q=0.4", "hi"],
  ["en;q=0.5, HI-in;q=0.7", "hi"],
  ["hi;q=0, fr", "en"],
  ["fr,de;q=0.9", "en"],
  ["*", "en"],
  ["toString,hi;q=nonsense", "hi"],
])("a browser that asks for “%s” gets %s", (header, expected) => {
  expect(preferredLanguage(header)).toBe(expected);
});

test("only known codes name a language", () => {
  expect(["en", "hi", "xx", "constructor", "", undefined].map(languageNamed)).toEqual([
    "en",
    "hi",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
