"use client";

import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useChooseLanguage } from "@/components/shell/language";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { SelectField } from "@/components/ui/select-field";
import { Switch } from "@/components/ui/switch";
import { chooseTheme, followDeviceTheme, useTheme } from "@/components/ui/theme";
import { LANGUAGES, languageNamed } from "@/lib/language/languages";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { preferences, usePreferences } from "@/lib/settings/client/preferences";

const ShortcutsDialog = lazyComponent(() =>
  import("@/components/shell/shortcuts-dialog").then((module) => module.ShortcutsDialog),
);

/** Light or dark, by hand or as the device has it. */
export function ThemeSettings() {
  const t = useTranslate();
  const { theme, followsDevice } = useTheme();
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t("Dark mode")}
        checked={theme === "dark"}
        onChange={(on) => chooseTheme(on ? "dark" : "light")}
      />
      <Switch
        label={t("Use device theme")}
        hint={t("Light or dark as your device is set. Choosing by hand ends it.")}
        checked={followsDevice}
        onChange={(on) => (on ? followDeviceTheme() : chooseTheme(theme))}
      />
    </div>
  );
}

/** Behaviour of the app on this device. */
export function PreferenceSettings() {
  const t = useTranslate();
  const { autoplay, reducedData, shortcuts, altTextReminder, altTextRequired } = usePreferences();
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  const closeShortcuts = () => setAreShortcutsOpen(false);
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t("Autoplay videos")}
        hint={t("Videos play on their own, without sound, while they are on screen.")}
        checked={autoplay && !reducedData}
        disabled={reducedData}
        onChange={(on) => preferences.setState({ autoplay: on })}
      />
      <Switch
        label={t("Use less data")}
        hint={t("Videos load only when you press play, and your photos are sent smaller.")}
        checked={reducedData}
        onChange={(on) => preferences.setState({ reducedData: on })}
      />
      <Switch
        label={t("Remind me of descriptions")}
        hint={t("Asks before you post a photo or video without a description.")}
        checked={altTextReminder || altTextRequired}
        disabled={altTextRequired}
        onChange={(on) => preferences.setState({ altTextReminder: on })}
      />
      <Switch
        label={t("Require descriptions")}
        hint={t("Nothing is posted until every photo and video has one.")}
        checked={altTextRequired}
        onChange={(on) => preferences.setState({ altTextRequired: on })}
      />
      <div className="flex flex-col gap-3 touch:hidden">
        <Switch
          label={t("Keyboard shortcuts")}
          hint={t(
            "Single keys that go through posts, like and comment. Turn them off when they get in your way.",
          )}
          checked={shortcuts}
          onChange={(on) => preferences.setState({ shortcuts: on })}
        />
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 self-start"
          onClick={() => setAreShortcutsOpen(true)}
        >
          <Keyboard aria-hidden />
          {t("See all shortcuts")}
        </Button>
      </div>
      {areShortcutsOpen && <ShortcutsDialog onClose={closeShortcuts} onLoadError={closeShortcuts} />}
    </div>
  );
}

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The language of the app in this browser. */
export function LanguageSettings() {
  const t = useTranslate();
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
