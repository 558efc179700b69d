import type { I18n } from "@lingui/core";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import "server-only";
import { LANGUAGE_COOKIE, type Language, languageNamed, preferredLanguage } from "@/lib/language/languages";
import { type RichProps, RichSentence } from "@/lib/language/rich-sentence";
import { createTranslator, type Messages, type Translate } from "@/lib/language/translator";

/** The reader's language in pages, metadata and server components. */

/** The language chosen in this browser, or else the first that the browser asks for. */
export const getLanguage = cache(async (): Promise<Language> => {
  const chosen = languageNamed((await cookies()).get(LANGUAGE_COOKIE)?.value);
  return chosen ?? preferredLanguage((await headers()).get("Accept-Language") ?? "");
});

/** What there is in a language. English needs nothing. */
export async function getMessages(language: Language): Promise<Messages> {
  return language === "hi" ? (await import("@/lib/language/hi.json")).default : {};
}

/** One translator a language: nothing in it belongs to a reader. */
const translators = new Map<Language, I18n>();

async function getTranslator(): Promise<I18n> {
  const language = await getLanguage();
  const translator = translators.get(language) ?? createTranslator(language, await getMessages(language));
  translators.set(language, translator);
  return translator;
}

/** The function that translates: `const t = await getText()`. */
export const getText = async (): Promise<Translate> => (await getTranslator()).t;

/** A sentence with elements in it, for server components. Client components have their own. */
export async function Rich(props: RichProps) {
  return <RichSentence {...props} translator={await getTranslator()} />;
}
