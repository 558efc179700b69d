import { execFileSync } from "node:child_process";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import hindi from "@/lib/language/hi.json";
import { compile } from "@/lib/language/translator";

type Found = {
  sentences: [file: string, sentence: string][];
  texts: string[];
  patterns: string[];
  unclear: string[];
  untranslated: string[];
};

const found: Found = JSON.parse(
  execFileSync(process.execPath, ["scripts/sentences.mjs", "--json"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  }),
);
/** The names in a compiled sentence, also in its cases. */
const placeholders = (tokens: ReturnType<typeof compile>): string[] =>
  tokens.flatMap((token) =>
    typeof token === "string"
      ? []
      : [token[0], ...Object.values((token[2] ?? {}) as Record<string, typeof tokens>).flatMap(placeholders)],
  );

const translations = Object.entries<string>(hindi);
const english = new Set(found.sentences.map(([, sentence]) => sentence));

test("what is translated is a plain string, so that it can be found", () => {
  expect(english.size).toBeGreaterThan(0);
  expect(found.unclear).toEqual([]);
});

test("no screen has words that are not translated", () => {
  expect(found.untranslated).toEqual([]);
});

test("every sentence means to us what it means to Lingui", () => {
  const all = new Set([...english, ...translations.flat()]);
  const different = [...all].filter(
    (sentence) => JSON.stringify(compile(sentence)) !== JSON.stringify(compileMessageOrThrow(sentence)),
  );
  expect(different).toEqual([]);
});

test("every sentence that has a translation is still said", () => {
  const said = new Set([...english, ...found.texts]);
  const unknown = translations.map(([sentence]) => sentence).filter((sentence) => !said.has(sentence));
  const patterns = new RegExp(`^(?:${found.patterns.join("|")})$`);
  expect(unknown.filter((sentence) => !patterns.test(sentence))).toEqual([]);
});

test("a translation has the placeholders and tags of its sentence, and says something", () => {
  const parts = (sentence: string) =>
    [...new Set([...placeholders(compile(sentence)), ...(sentence.match(/<\/?\w+>/g) ?? [])])].sort();
  const different = translations.filter(
    ([sentence, translation]) =>
      translation.trim() === "" || parts(sentence).join() !== parts(translation).join(),
  );
  expect(different).toEqual([]);
});
