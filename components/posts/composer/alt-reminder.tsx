"use client";

import { nounOf } from "@/components/posts/composer/media-reducer";
import type { Composer } from "@/components/posts/composer/use-composer";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Switch } from "@/components/ui/switch";
import { useTranslate } from "@/lib/language/translate";
import { preferences, usePreferences } from "@/lib/settings/client/preferences";

/** Asks, once for each post, whether to describe what has no description. */
export function AltReminder({ composer }: { composer: Composer }) {
  const t = useTranslate();
  const { altTextReminder } = usePreferences();
  return (
    <ConfirmDialog
      open={composer.isAskingForAlt}
      onOpenChange={(open) => !open && composer.actions.closeQuestion()}
      title={t("Add alt text?")}
      description={t("A description tells people who can't see your {media} what it shows.", {
        media: nounOf(composer.draft.items, t),
      })}
      cancelLabel={t("Add alt text")}
      confirmLabel={t("Post anyway")}
      finalFocus={composer.altField}
      onCancel={composer.actions.describeFirst}
      onConfirm={composer.actions.postAnyway}
    >
      <div className="mt-3">
        <Switch
          label={t("Don't ask again")}
          checked={!altTextReminder}
          onChange={(on) => preferences.setState({ altTextReminder: !on })}
        />
      </div>
    </ConfirmDialog>
  );
}
