import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { pushStateOptions, turnOnPush } from "@/lib/notifications/client/push-device";
import { preferencesOptions } from "@/lib/notifications/client/queries";
import { preferences } from "@/lib/settings/client/preferences";
import { INTERNAL_ERROR } from "@/lib/text/errors";

/**
 * How long the invitation stays, in milliseconds: no one has to hurry, and it is in the settings.
 */
const SHOWN_MS = 30_000;

/**
 * Invites the person, once on each device, to have push here: only where it is possible and not
 * decided yet. The browser asks for permission after a press on *Turn on* and not before.
 */
export async function inviteToPush(client: QueryClient, personId: string): Promise<void> {
  const [state, { pushKey }] = await Promise.all([
    client.fetchQuery(pushStateOptions(personId)),
    client.fetchQuery(preferencesOptions()),
  ]);
  if (state !== "off" || !pushKey || preferences.getState().invitedToPush) return;
  preferences.setState({ invitedToPush: true });
  const turnOn = async () => {
    try {
      const isOn = (await turnOnPush(client, personId, pushKey)) === "on";
      toast.message(
        isOn
          ? translate("You'll get notifications on this device.")
          : translate("Nothing is switched on. It's in Settings."),
      );
    } catch (error) {
      toast.error(failureMessage(error, translate(INTERNAL_ERROR)));
    }
  };
  toast.message(translate("Notify me about answers"), {
    duration: SHOWN_MS,
    action: { label: translate("Turn on"), onClick: () => void turnOn() },
    cancel: { label: translate("Not now"), onClick: () => undefined },
  });
}
