"use client";

import { useQuery } from "@tanstack/react-query";
import { MinorNote } from "@/components/accounts/age-form";
import { Choices, choiceNotSaved } from "@/components/settings/choices";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useTranslate } from "@/lib/language/translate";
import { useSetMessagePreferences } from "@/lib/messages/client/mutations";
import { messagePreferencesOptions } from "@/lib/messages/client/queries";
import type { MessagePreferences } from "@/lib/messages/schema";
import { useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";

const AUDIENCES: readonly { value: OwnUser["whoSeesBatch"]; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "People I joined" },
];

const WHO_CAN_MENTION: readonly { value: MessagePreferences["whoCanMention"]; label: string }[] = [
  ...AUDIENCES,
  { value: "nobody", label: "Nobody" },
];

/** Who sees the viewer's year, whether they are in the directory, and who can mention them. */
export function PrivacySettings() {
  const t = useTranslate();
  const me = useMe();
  const year = useUpdateProfile();
  const directory = useUpdateProfile();
  if (!me)
    return (
      <SkeletonGroup label={t("Loading your choices")} className="flex flex-col gap-4">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    );
  // What is being saved shows at once.
  const shown = {
    ...me,
    ...(year.isPending && year.variables.change),
    ...(directory.isPending && directory.variables.change),
  };
  return (
    <div className="flex flex-col gap-5">
      <MinorNote />
      <SelectField
        label={t("Who can see my year")}
        hint={t(
          "People whose circle you joined always see it. Nobody else finds you by a year they can't see.",
        )}
        options={AUDIENCES.map(({ value, label }) => ({ value, label: t(label) }))}
        value={shown.whoSeesBatch}
        onChange={({ target }) => {
          const whoSeesBatch = AUDIENCES.find(({ value }) => value === target.value)?.value;
          if (whoSeesBatch)
            year.mutate({ userId: me._id, change: { whoSeesBatch } }, { onError: choiceNotSaved });
        }}
      />
      <Switch
        label={t("Show me in the directory")}
        hint={t("Members find you there by department and year. Search by name finds you either way.")}
        checked={shown.isListed}
        onChange={(isListed) =>
          directory.mutate({ userId: me._id, change: { isListed } }, { onError: choiceNotSaved })
        }
      />
      <MentionSetting isAdult={me.isAdult === true} />
    </div>
  );
}

/** Minors can't be mentioned by everyone. */
function MentionSetting({ isAdult }: { isAdult: boolean }) {
  const t = useTranslate();
  const query = useQuery(messagePreferencesOptions());
  const { mutate } = useSetMessagePreferences();
  return (
    <Choices query={query} skeletons={<Skeleton className="h-12 w-full" />}>
      {({ whoCanMention }) => (
        <SelectField
          label={t("Who can mention me")}
          hint={t("When others write your @username, only these people link to you and notify you.")}
          options={WHO_CAN_MENTION.filter(({ value }) => isAdult || value !== "everyone").map(
            ({ value, label }) => ({ value, label: t(label) }),
          )}
          value={whoCanMention}
          onChange={({ target }) => {
            const audience = WHO_CAN_MENTION.find(({ value }) => value === target.value)?.value;
            if (audience) mutate({ whoCanMention: audience }, { onError: choiceNotSaved });
          }}
        />
      )}
    </Choices>
  );
}
