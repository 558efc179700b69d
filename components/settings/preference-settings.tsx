"use client";

import { Keyboard, MonitorSmartphone, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Switch } from "@/components/ui/switch";
import { chooseTheme, followDeviceTheme, useTheme } from "@/components/ui/theme";
import { preferences, usePreferences } from "@/lib/settings/client/preferences";

const ShortcutsDialog = lazyComponent(() =>
  import("@/components/shell/shortcuts-dialog").then((module) => module.ShortcutsDialog),
);

const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "device", label: "Device", Icon: MonitorSmartphone },
] as const;

/** Light, dark, or as the device. */
export function ThemeChoice() {
  const { theme, followsDevice } = useTheme();
  return (
    <Choice
      label="Theme"
      hint="Device follows your system setting."
      options={THEMES}
      value={followsDevice ? "device" : theme}
      onChange={(next) => (next === "device" ? followDeviceTheme() : chooseTheme(next))}
    />
  );
}

/** Appearance and behaviour of the app on this device. */
export function PreferenceSettings() {
  const { autoplay, reducedData, shortcuts, altTextReminder, altTextRequired } = usePreferences();
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  const closeShortcuts = () => setAreShortcutsOpen(false);
  return (
    <div className="flex flex-col gap-3">
      <ThemeChoice />
      <Switch
        label="Autoplay videos"
        hint="Videos play on their own, without sound, while they are on screen."
        checked={autoplay && !reducedData}
        disabled={reducedData}
        onChange={(on) => preferences.setState({ autoplay: on })}
      />
      <Switch
        label="Use less data"
        hint="Videos load only when you press play."
        checked={reducedData}
        onChange={(on) => preferences.setState({ reducedData: on })}
      />
      <Switch
        label="Remind me of descriptions"
        hint="Asks before you post a photo or video without a description."
        checked={altTextReminder || altTextRequired}
        disabled={altTextRequired}
        onChange={(on) => preferences.setState({ altTextReminder: on })}
      />
      <Switch
        label="Require descriptions"
        hint="Nothing is posted until every photo and video has one."
        checked={altTextRequired}
        onChange={(on) => preferences.setState({ altTextRequired: on })}
      />
      <div className="flex flex-col gap-3 touch:hidden">
        <Switch
          label="Keyboard shortcuts"
          hint="Single keys that go through posts, like and comment. Turn them off when they get in your way."
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
          See all shortcuts
        </Button>
      </div>
      {areShortcutsOpen && <ShortcutsDialog onClose={closeShortcuts} onLoadError={closeShortcuts} />}
    </div>
  );
}
