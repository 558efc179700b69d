"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useSetPreferences } from "@/lib/notifications/client/mutations";
import { type PushState, pushStateOptions, useSwitchPush } from "@/lib/notifications/client/push-device";
import { preferencesOptions } from "@/lib/notifications/client/queries";
import type { NotificationPreferences } from "@/lib/notifications/schema";
import { APP_NAME } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";
import { INTERNAL_ERROR } from "@/lib/text/errors";

const KINDS: Record<keyof NotificationPreferences, { label: string; hint: string }> = {
  like: { label: "Likes", hint: "When someone likes your post." },
  comment: { label: "Comments", hint: "When someone comments on your post." },
  follow: { label: "Joins", hint: "When someone joins your circle." },
  custom: { label: "Personal", hint: "When someone sends you a notification themselves." },
  message: { label: "Messages", hint: "Push messages when someone writes to you." },
};
const TYPES = Object.keys(KINDS) as (keyof NotificationPreferences)[];

/** Which notifications the viewer gets, and whether this device gets them as push messages. */
export function NotificationSettings() {
  const me = useMe();
  const { data, isError, isFetching, refetch } = useQuery(preferencesOptions());
  const setPreferences = useSetPreferences();
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
  if (!data) return <Loading />;
  return (
    <div className="flex flex-col gap-3">
      {TYPES.map((type) => (
        <Switch
          key={type}
          {...KINDS[type]}
          checked={data.preferences[type]}
          onChange={(on) =>
            setPreferences.mutate(
              { [type]: on },
              {
                onError: (error) =>
                  toast.error(failureMessage(error, "That couldn't be saved. Please try again.")),
              },
            )
          }
        />
      ))}
      {me && data.pushKey && <PushSwitch personId={me._id} pushKey={data.pushKey} />}
    </div>
  );
}

const HINTS: Record<PushState, string> = {
  on: `You get notifications on this device, even when ${APP_NAME} is closed.`,
  off: `Get notifications on this device, even when ${APP_NAME} is closed.`,
  forbidden: "Notifications are blocked. Allow them for this site in your browser's settings first.",
  impossible: `This browser can't do that. On an iPhone, add ${APP_NAME} to the home screen first.`,
};

function PushSwitch({ personId, pushKey }: { personId: string; pushKey: string }) {
  const { data: state } = useQuery(pushStateOptions(personId));
  const change = useSwitchPush(personId, pushKey);
  if (!state) return null;
  const isOn = change.isPending ? change.variables : state === "on";
  return (
    <Switch
      label="Push on this device"
      hint={HINTS[state]}
      checked={isOn}
      disabled={state === "forbidden" || state === "impossible"}
      onChange={(on) =>
        change.isPending ||
        change.mutate(on, { onError: (error) => toast.error(failureMessage(error, INTERNAL_ERROR)) })
      }
    />
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading your choices" className="flex flex-col gap-3">
      {TYPES.map((type) => (
        <div key={type} className="flex min-h-11 items-center justify-between gap-4">
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-3.5 w-52" />
          </div>
          <Skeleton className="h-7 w-12 rounded-full" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
