"use client";

import { useQuery } from "@tanstack/react-query";
import { MinorNote } from "@/components/accounts/age-form";
import { Choices, choiceNotSaved } from "@/components/settings/choices";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useTranslate } from "@/lib/language/translate";
import { useSetMessagePreferences } from "@/lib/messages/client/mutations";
import { messagePreferencesOptions } from "@/lib/messages/client/queries";
import type { MessagePreferences } from "@/lib/messages/schema";
import { useMe } from "@/lib/profiles/client/queries";

const AUDIENCES: readonly { value: MessagePreferences["whoCanMessage"]; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "People I joined" },
  { value: "nobody", label: "Nobody" },
];

/** Who may write to the viewer first, and whether it shows what was seen. */
export function MessageSettings() {
  const t = useTranslate();
  const me = useMe();
  const query = useQuery(messagePreferencesOptions());
  const { mutate } = useSetMessagePreferences();
  const change = (changes: Partial<MessagePreferences>) => mutate(changes, { onError: choiceNotSaved });
  return (
    <Choices
      query={query}
      skeletons={
        <>
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-11 w-full" />
        </>
      }
    >
      {({ whoCanMessage, seenMarks }) => (
        <div className="flex flex-col gap-5">
          <MinorNote />
          <SelectField
            label={t("Who can message you")}
            hint={t(
              "People whose circle you joined, and those you have answered, reach your inbox. Everyone else lands among your requests.",
            )}
            options={AUDIENCES.filter(({ value }) => me?.isAdult || value !== "everyone").map(
              ({ value, label }) => ({ value, label: t(label) }),
            )}
            value={whoCanMessage}
            onChange={(event) => {
              const audience = AUDIENCES.find(({ value }) => value === event.target.value);
              if (audience) change({ whoCanMessage: audience.value });
            }}
          />
          <Switch
            label={t("Read receipts")}
            hint={t(
              "People see how far you have read, and you see how far they have. Works only if both have it on.",
            )}
            checked={seenMarks}
            onChange={(isOn) => change({ seenMarks: isOn })}
          />
        </div>
      )}
    </Choices>
  );
}
