"use client";

import { useChooseLanguage } from "@/components/shell/language";
import { SelectField } from "@/components/ui/select-field";
import { LANGUAGES, languageNamed } from "@/lib/language/languages";
import { useLanguage, useText } from "@/lib/language/text";

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The language of the app in this browser. */
export function LanguageSettings() {
  const t = useText();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <SelectField
      label={t("Language")}
      hint={t("For this browser. What is not translated yet stays English.")}
      options={OPTIONS}
      value={language}
      onChange={(event) => {
        const chosen = languageNamed(event.target.value);
        if (chosen) choose(chosen);
      }}
    />
  );
}
