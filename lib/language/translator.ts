import { type I18n, setupI18n } from "@lingui/core";
import { compile } from "@/lib/language/compile";
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
