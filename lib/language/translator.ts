import { type I18n, setupI18n } from "@lingui/core";
import type { Language } from "@/lib/language/languages";

/** Sentences by the English ones. */
export type Messages = Readonly<Record<string, string>>;

/** Takes an English sentence and values for its placeholders; returns the reader's language. */
export type Translate = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

/** A translator into `language`. A sentence that `messages` lacks stays English. */
export function createTranslator(language: Language, messages: Messages): I18n {
  const translator = setupI18n({ locale: language, messages: { [language]: { ...messages } } });
  return translator.setMessagesCompiler(compile);
}

export const ENGLISH: I18n = createTranslator("en", {});

type Compiled = ReturnType<Parameters<I18n["setMessagesCompiler"]>[0]>;

/** `{name}`, or `{count, plural, one {# like} other {# likes}}`; `select` chooses by a word. */
const ARGUMENT = /\{(\w+)(?:, ?(plural|select), ?((?:=?\w+ ?\{(?:[^{}]|\{\w+\})*\} ?)+))?\}/g;
const CASE = /=?(\w+) ?\{((?:[^{}]|\{\w+\})*)\}/g;

/**
 * Compiles a sentence in ICU's message format to what Lingui fills in. It knows the part of the
 * format that sentences here use, because Lingui's own compiler knows all of it and would add 7 kB
 * to the first load of every page. A test compiles every sentence with both.
 */
export function compile(sentence: string): Compiled {
  const tokens: Compiled = [];
  let end = 0;
  for (const match of sentence.matchAll(ARGUMENT)) {
    const [whole, name = "", type, cases] = match;
    if (match.index > end) tokens.push(sentence.slice(end, match.index));
    tokens.push(type && cases ? [name, type, compileCases(cases)] : [name]);
    end = match.index + whole.length;
  }
  if (end < sentence.length) tokens.push(sentence.slice(end));
  return tokens;
}

const compileCases = (cases: string) =>
  Object.fromEntries([...cases.matchAll(CASE)].map(([, key = "", text = ""]) => [key, compileCase(text)]));

/** In a case, `#` is a token of its own: it represents the number. */
const compileCase = (text: string): Compiled =>
  compile(text).flatMap(
    (token): Compiled =>
      typeof token === "string" ? token.split(/(#)/).filter((part) => part !== "") : [token],
  );
