"use client";

import { X } from "lucide-react";
import { useRef, useState } from "react";
import { AgeField, chosenAge } from "@/components/accounts/age-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useTranslate } from "@/lib/language/translate";
import { SUSPENDED } from "@/lib/paths";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";
import { preferences, usePreferences } from "@/lib/settings/client/preferences";
import { isoDay } from "@/lib/time/relative-time";

/** What the viewer says about their age, to give or change. */
export function AgeForm({ me }: { me: OwnUser }) {
  const t = useTranslate();
  const update = useUpdateProfile();
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setMissing] = useState(false);
  const save = () => {
    const isAdult = chosenAge(form.current);
    setMissing(isAdult === undefined);
    if (isAdult === undefined) return;
    update.mutate(
      { userId: me._id, change: { isAdult } },
      { onSuccess: ({ user }) => (user.isWaiting ? leavePage(SUSPENDED) : toast.success(t("Saved."))) },
    );
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) save();
      }}
    >
      <AgeField isAdult={me.isAdult} isMissing={isMissing} onChange={() => setMissing(false)} />
      {update.error && <Alert key={update.submittedAt}>{updateErrorMessage(update.error)}</Alert>}
      <Button type="submit" variant="secondary" size="sm" className="self-start" isPending={update.isPending}>
        {t("Save")}
      </Button>
    </form>
  );
}

/**
 * Asks people who have not said, in a row above the feed. It can be put away until tomorrow; what
 * protects them until then is said where they sign up, and in the settings.
 */
export function AgeRow() {
  const t = useTranslate();
  const me = useMe();
  const update = useUpdateProfile();
  const { ageAskedOn } = usePreferences();
  const today = isoDay(new Date());
  if (!me || me.isAdult !== null || me.suspension || ageAskedOn === today) return null;
  const say = (isAdult: boolean) =>
    update.mutate(
      { userId: me._id, change: { isAdult } },
      {
        onSuccess: ({ user }) => user.isWaiting && leavePage(SUSPENDED),
        onError: (error) => toast.error(updateErrorMessage(error)),
      },
    );
  return (
    <section
      aria-labelledby="age"
      className="card-bleed flex min-h-11.5 flex-wrap items-center gap-x-1 pr-2 pl-4 md:mb-4 md:min-h-12.5"
    >
      <h2 id="age" className="mr-auto font-sans font-semibold text-label tracking-normal">
        {t("Are you 18?")}
      </h2>
      <Button variant="ghost" size="sm" disabled={update.isPending} onClick={() => say(true)}>
        {t("Yes")}
      </Button>
      <Button variant="ghost" size="sm" disabled={update.isPending} onClick={() => say(false)}>
        {t("No")}
      </Button>
      <IconButton label={t("Ask me tomorrow")} onClick={() => preferences.setState({ ageAskedOn: today })}>
        <X />
      </IconButton>
    </section>
  );
}

/** Why a setting is fixed for the viewer; nothing for an adult. */
export function MinorNote() {
  const t = useTranslate();
  const me = useMe();
  if (!me || me.isAdult) return null;
  return (
    <p className="mb-4 rounded-field bg-sunken px-4 py-3 text-label">
      {me.isAdult === null
        ? t(
            "You have not said whether you are 18, so some of this is fixed to protect you: only people you joined can write to you first, only their mentions notify you, and notifications never show what people wrote. You can say it under Settings, Account.",
          )
        : t(
            "You are under 18, so some of this is fixed to protect you: only people you joined can write to you first, only their mentions notify you, personal notifications are off, and notifications never show what people wrote. You can change it under Settings, Account.",
          )}
    </p>
  );
}
