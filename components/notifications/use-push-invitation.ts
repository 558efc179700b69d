import { type Mutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { preferences } from "@/lib/settings/client/preferences";

/** Whether this browser can have push, and its person has not decided yet. */
const isUndecided = () =>
  "PushManager" in window &&
  "Notification" in window &&
  Notification.permission === "default" &&
  !preferences.getState().invitedToPush;

/** Whether it was a like or a message: someone may answer. */
function asksForAnswer({ options, state }: Mutation<unknown, Error, unknown>): boolean {
  const [noun, act] = options.mutationKey ?? [];
  const isLike = noun === "posts" && act === "like" && (state.variables as { wanted?: boolean })?.wanted;
  return isLike === true || (noun === "messages" && act === "send");
}

/** Invites the person to push after the first like or message that they send from this device. */
export function usePushInvitation(personId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!personId || !isUndecided()) return;
    return client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== "updated" || mutation.state.status !== "success") return;
      if (!navigator.onLine || !asksForAnswer(mutation) || !isUndecided()) return;
      import("@/components/notifications/push-invitation")
        .then(({ inviteToPush }) => inviteToPush(client, personId))
        .catch((error: unknown) => {
          // biome-ignore lint/suspicious/noConsole: not an error yet: the next like or message tries again
          console.warn("Could not offer push.", error);
        });
    });
  }, [client, personId]);
}
