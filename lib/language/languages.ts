/** The languages of the screens. English is the source: every sentence is its own key. */

/** Each language as it calls itself. */
export const LANGUAGES = { en: "English", hi: "हिन्दी" } as const;
export type Language = keyof typeof LANGUAGES;

/** The cookie with the language that someone chose in this browser. */
export const LANGUAGE_COOKIE = "language";

/** A language by its code; undefined for one that is not spoken here. */
export const languageNamed = (code: string | undefined): Language | undefined =>
  code !== undefined && Object.hasOwn(LANGUAGES, code) ? (code as Language) : undefined;

/**
 * The first language of an `Accept-Language` header that is spoken here, by the weights it gives
 * (RFC 9110, 12.5.4); English when there is none.
 */
export function preferredLanguage(acceptLanguage: string): Language {
  const wishes = acceptLanguage.split(",").map((wish) => {
    const [tag = "", ...parameters] = wish.trim().toLowerCase().split(";");
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { language: languageNamed(tag.split("-")[0]), weight: weight === undefined ? 1 : Number(weight) };
  });
  const [best] = wishes
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return best?.language ?? "en";
}
