"use client";

import type { I18n } from "@lingui/core";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Language, languageNamed } from "@/lib/language/languages";
import { createTranslator, ENGLISH, type Messages, type Translate } from "@/lib/language/translator";

const TranslatorContext = createContext<I18n>(ENGLISH);

/** The language of this page, for code outside React. On the server, which serves many, English. */
let pageTranslator = ENGLISH;

type Props = { language: Language; messages: Messages; children: ReactNode };

/** Gives everything below it the reader's language; what is outside is English. */
export function LanguageProvider({ language, messages, children }: Props) {
  const translator = useMemo(() => createTranslator(language, messages), [language, messages]);
  if (typeof window !== "undefined") pageTranslator = translator;
  return <TranslatorContext value={translator}>{children}</TranslatorContext>;
}

/** For Rich. */
export const useTranslator = (): I18n => useContext(TranslatorContext);

/** The function that translates, for components and hooks: `t("Log in")`. */
export const useTranslate = (): Translate => useTranslator().t;

/** The language of the screens. */
export const useLanguage = (): Language => languageNamed(useTranslator().locale) ?? "en";

/** Whether the page has a sentence in its language. English has none: it needs no translation. */
export const hasText = (sentence: string): boolean => sentence in pageTranslator.messages;

/**
 * Translates outside of React, such as for a toast. Never while something renders: on the server it
 * is English.
 */
export const translate: Translate = (sentence, values) => pageTranslator.t(sentence, values);
