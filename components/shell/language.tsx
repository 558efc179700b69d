"use client";

import { toast } from "@/components/ui/toast";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { LANGUAGES, type Language, languageNamed } from "@/lib/language/languages";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { clearStoredAnswers } from "@/lib/offline/client/clear-cached";
import { rememberLanguage } from "@/lib/sessions/marker-cookies";

const CHOICES = Object.keys(LANGUAGES)
  .map(languageNamed)
  .filter((language) => language !== undefined);

/** A function that shows the app in another language from now on, in this browser. */
export function useChooseLanguage(): (language: Language) => void {
  const t = useTranslate();
  return (language) => {
    // Stored pages speak the old language, and without a connection there are no others.
    if (!navigator.onLine) return void toast.error(t("That needs a connection."));
    rememberLanguage(language);
    clearStoredAnswers();
    return leavePage(window.location.href);
  };
}

/** The other languages, for the foot of screens without settings. Each is named in itself. */
export function LanguageLinks() {
  const current = useLanguage();
  const choose = useChooseLanguage();
  return CHOICES.filter((language) => language !== current).map((language) => (
    <button
      key={language}
      type="button"
      lang={language}
      onClick={() => choose(language)}
      className="touch-target rounded-sm font-semibold text-brand text-sm underline-offset-4 hover:underline"
    >
      {LANGUAGES[language]}
    </button>
  ));
}
