"use client";

import { useQuery } from "@tanstack/react-query";
import { MinorNote } from "@/components/accounts/age-form";
import { Choices, choiceNotSaved } from "@/components/settings/choices";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
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
  reply: { label: "Replies", hint: "When someone replies to your comment." },
  mention: { label: "Mentions", hint: "When someone names you in a post or comment." },
  comment_like: {
    label: "Likes of comments",
    hint: "When someone likes your comment. These are never pushed.",
  },
  custom: { label: "Written to you", hint: "When someone sends you a notification in their own words." },
  customFromEveryone: {
    label: "From people you haven't joined",
    hint: "What they write to you themselves, although you haven't joined their circle.",
  },
  message: { label: "Messages", hint: "Push messages when someone writes to you." },
  messageText: {
    label: "Show message text in notifications",
    hint: "Anyone who sees your screen can read it, also while it is locked.",
  },
};
const TYPES = Object.keys(KINDS) as (keyof NotificationPreferences)[];

/** What is off for minors (lib/notifications/server/preferences.ts). */
const isFixed = (isAdult: boolean | null | undefined, type: keyof NotificationPreferences) =>
  type === "messageText"
    ? !isAdult
    : isAdult === false && (type === "custom" || type === "customFromEveryone");

/** Which notifications the viewer gets, and whether this device gets them as push messages. */
export function NotificationSettings() {
  const t = useTranslate();
  const me = useMe();
  const query = useQuery(preferencesOptions());
  const { mutate } = useSetPreferences();
  return (
    <Choices query={query} skeletons={TYPES.map((type) => <SwitchSkeleton key={type} />)}>
      {({ preferences, pushKey }) => (
        <div className="flex flex-col gap-3">
          <MinorNote />
          {TYPES.map((type) => (
            <Switch
              key={type}
              label={t(KINDS[type].label)}
              hint={t(KINDS[type].hint)}
              checked={preferences[type]}
              disabled={isFixed(me?.isAdult, type)}
              onChange={(isOn) => mutate({ [type]: isOn }, { onError: choiceNotSaved })}
            />
          ))}
          {me && pushKey && <PushSwitch personId={me._id} pushKey={pushKey} />}
        </div>
      )}
    </Choices>
  );
}

const HINTS: Record<PushState, string> = {
  on: `You get notifications on this device, even when ${APP_NAME} is closed.`,
  off: `Get notifications on this device, even when ${APP_NAME} is closed.`,
  forbidden: "Notifications are blocked. Allow them for this site in your browser's settings first.",
  impossible: `This browser can't do that. On an iPhone, add ${APP_NAME} to the home screen first.`,
};

function PushSwitch({ personId, pushKey }: { personId: string; pushKey: string }) {
  const t = useTranslate();
  const { data: state } = useQuery(pushStateOptions(personId));
  const change = useSwitchPush(personId, pushKey);
  if (!state) return null;
  const isOn = change.isPending ? change.variables : state === "on";
  return (
    <Switch
      label={t("Push on this device")}
      hint={t(HINTS[state])}
      checked={isOn}
      disabled={state === "forbidden" || state === "impossible"}
      onChange={(on) =>
        change.isPending ||
        change.mutate(on, { onError: (error) => toast.error(failureMessage(error, t(INTERNAL_ERROR))) })
      }
    />
  );
}

function SwitchSkeleton() {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-3.5 w-52" />
      </div>
      <Skeleton className="h-7 w-12 rounded-full" />
    </div>
  );
}
