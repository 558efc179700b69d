"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useSetMessagePreferences } from "@/lib/messages/client/mutations";
import { messagePreferencesOptions } from "@/lib/messages/client/queries";
import type { MessagePreferences } from "@/lib/messages/schema";

const AUDIENCES: readonly { value: MessagePreferences["whoCanMessage"]; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "My circle" },
  { value: "nobody", label: "Nobody" },
];

/** Who may write to the viewer first, and whether it shows what was seen. */
export function MessageSettings() {
  const { data, isError, isFetching, refetch } = useQuery(messagePreferencesOptions());
  const setPreferences = useSetMessagePreferences();
  if (isError && !data) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink2">Your choices couldn't be loaded.</p>
        <Button variant="secondary" onClick={() => refetch()} isPending={isFetching}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <SkeletonGroup label="Loading your choices" className="flex flex-col gap-4">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-11 w-full" />
      </SkeletonGroup>
    );
  }
  const change = (changes: Partial<MessagePreferences>) =>
    setPreferences.mutate(changes, {
      onError: (error) => toast.error(failureMessage(error, "That couldn't be saved. Please try again.")),
    });
  return (
    <div className="flex flex-col gap-5">
      <SelectField
        label="Who can message you"
        hint="My circle is everyone who joined your circle or whose circle you joined. Who you have answered can always write."
        options={AUDIENCES}
        value={data.whoCanMessage}
        onChange={(event) => {
          const audience = AUDIENCES.find(({ value }) => value === event.target.value);
          if (audience) change({ whoCanMessage: audience.value });
        }}
      />
      <Switch
        label="Seen marks"
        hint="People see how far you have read, and you see how far they have. Works only if both have it on."
        checked={data.seenMarks}
        onChange={(seenMarks) => change({ seenMarks })}
      />
    </div>
  );
}
