"use client";

import { memberRoleText } from "@/components/moderation/labels";
import { Button } from "@/components/ui/button";
import { toast, undoToast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useSetAffiliation } from "@/lib/college/client/mutations";
import type { CollegePerson } from "@/lib/college/schema";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { isolated } from "@/lib/text/names";

type Props = { person: CollegePerson; request: NonNullable<CollegePerson["request"]> };

/** What someone asks to be confirmed as, with the two answers. */
export function RequestAnswer({ person: { _id, name, role, department }, request }: Props) {
  const t = useTranslate();
  // Not with `mutate`'s callbacks: they are dropped when the row leaves the group.
  const { mutateAsync: set, isPending, variables } = useSetAffiliation();
  const asked = memberRoleText({ ...request, batch: null }, t);
  const values = { name: isolated(name), role: asked };
  const fail = (error: unknown) => void toast.error(messageOf(error));
  const undo = () => void set({ _id, role, department, reopens: true }).catch(fail);
  const answer = (given: Parameters<typeof set>[0], said: string) =>
    void set(given).then(() => void undoToast(said, undo), fail);
  const { requestedAt } = request;
  const confirm = () =>
    answer(
      { _id, role: request.role, department: request.department ?? department, requestedAt },
      t("{name} is confirmed: {role}", values),
    );
  const decline = () => answer({ _id, role, requestedAt }, t("{name} is not confirmed: {role}", values));
  const isDeclining = isPending && variables.role === role;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-sunken px-3 py-2">
      <p className="text-label">
        <Rich
          text="Asks to be confirmed as {role}"
          values={{ role: <b className="font-semibold">{asked}</b> }}
        />
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t("Not now: {name}", { name })}
          disabled={isPending}
          isPending={isDeclining}
          onClick={decline}
        >
          {t("Not now")}
        </Button>
        <Button
          size="sm"
          aria-label={t("Confirm {name}", { name })}
          disabled={isPending}
          isPending={isPending && !isDeclining}
          onClick={confirm}
        >
          {t("Confirm")}
        </Button>
      </div>
    </div>
  );
}
