"use client";

import { choiceNotSaved } from "@/components/settings/choices";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useText } from "@/lib/language/text";
import { useUpdateProfile } from "@/lib/profiles/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import type { OwnUser } from "@/lib/profiles/schema";

const AUDIENCES: readonly { value: OwnUser["whoSeesBatch"]; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "People I joined" },
];

/** Who sees in which year the viewer graduates, and whether they stand in the directory. */
export function PrivacySettings() {
  const t = useText();
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
    </div>
  );
}
