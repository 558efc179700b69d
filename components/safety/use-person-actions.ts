"use client";

import { toast, undoToast } from "@/components/ui/toast";
import { apiError, failureMessage } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { forgetSearchesFor } from "@/lib/people-search/client/recent-searches";
import { type HideVariables, type Hiding, useHidePerson, useShowPerson } from "@/lib/safety/client/mutations";
import { isolated } from "@/lib/text/names";

/** Whom an action is about. */
export type MenuPerson = { _id: string; name: string; username?: string };

/** What did not work, and that nothing has changed. */
function errorMessage(error: unknown, sentence: string): string {
  if (apiError(error)?.isOffline) return `${sentence} ${translate("That needs a connection.")}`;
  return failureMessage(
    error,
    apiError(error)?.serverMessage ?? `${sentence} ${translate("Please try again.")}`,
  );
}

/**
 * Functions that block and mute a person and undo either, and say so in a toast. They work on when
 * the menu they were chosen in disappears together with the person.
 */
export function usePersonActions(person: MenuPerson) {
  const { _id: id } = person;
  const name = isolated(person.name);
  const { mutateAsync: hide, isPending: isHiding } = useHidePerson();
  const { mutateAsync: show, isPending: isShowing } = useShowPerson();
  const toastId = `safety ${id}`;

  const fail = (error: unknown, sentence: string) => void toast.error(errorMessage(error, sentence));
  const showAgain = (hiding: Hiding) =>
    show({ id, hiding }).then(
      () => {
        toast.dismiss(toastId);
        toast.success(
          hiding === "blocked"
            ? translate("{name} is unblocked.", { name })
            : translate("{name} is unmuted.", { name }),
        );
      },
      (error: unknown) =>
        fail(
          error,
          hiding === "blocked"
            ? translate("{name} is still blocked.", { name })
            : translate("{name} is still muted.", { name }),
        ),
    );
  const hideNow = (variables: HideVariables) => {
    const { hiding } = variables;
    return hide(variables).then(
      () => {
        undoToast(
          hiding === "blocked"
            ? translate("You blocked {name}.", { name })
            : translate("You muted {name}.", { name }),
          () => void showAgain(hiding),
          { id: toastId },
        );
        if (hiding === "blocked") forgetSearchesFor(person);
        return true;
      },
      (error: unknown) => {
        fail(
          error,
          hiding === "blocked"
            ? translate("{name} isn't blocked.", { name })
            : translate("{name} isn't muted.", { name }),
        );
        return false;
      },
    );
  };
  return {
    /** These resolve to whether the server has done it. */
    block: () => hideNow({ id, hiding: "blocked" }),
    mute: (until: string | null) => hideNow({ id, hiding: "muted", until }),
    isHiding,
    unblock: () => showAgain("blocked"),
    unmute: () => showAgain("muted"),
    /** While they are unblocked or unmuted. */
    isShowing,
  };
}
