"use client";

import { useRef, useState } from "react";
import { AgeField, chosenAge } from "@/components/accounts/age-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useTranslate } from "@/lib/language/translate";
import { SUSPENDED } from "@/lib/paths";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";

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

/** Asks people who have not said, above the feed. */
export function AgeCard() {
  const t = useTranslate();
  const me = useMe();
  if (!me || me.isAdult !== null || me.suspension) return null;
  return (
    <Card bleed className="p-4 max-md:my-2 md:mb-4">
      <section aria-labelledby="age">
        <h2 id="age" className="text-lg">
          {t("Are you 18?")}
        </h2>
        <p className="mt-1 mb-3 text-ink2">
          {t(
            "Until you say, you are protected as people under 18 are: only people you joined can send you messages, and only their mentions notify you.",
          )}
        </p>
        <AgeForm me={me} />
      </section>
    </Card>
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
