"use client";

import { EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ConfirmIdentity } from "@/components/accounts/password-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { Answers } from "@/components/ui/sheet";
import { TextField } from "@/components/ui/text-field";
import { useDeleteAccount } from "@/lib/accounts/client/mutations";
import { apiError, failureMessage } from "@/lib/api/client/api-client-error";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { OwnUser } from "@/lib/profiles/schema";

/** Has to be typed to confirm, so that no account is deleted by accident. */
const CONFIRMATION = "DELETE";

type Props = {
  me: OwnUser;
  onClose: () => void;
  /** Missing where the account cannot be deactivated. */
  onDeactivate?: () => void;
};

/**
 * Deletes the account after a typed confirmation, and, when the sign-in is a while ago, after the
 * owner has shown that it is them. It offers deactivation first: that is reversible.
 */
export function DeleteAccountDialog({ me, onClose, onDeactivate }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState("");
  const deleteAccount = useDeleteAccount();
  const isConfirmed = typed.trim().toUpperCase() === CONFIRMATION;
  // On success the page redirects. Until then the dialog cannot be closed.
  const isPending = deleteAccount.isPending || deleteAccount.isSuccess;
  if (apiError(deleteAccount.error)?.is("reauthenticate")) {
    return (
      <ConfirmIdentity email={me.email} onClose={onClose} onConfirmed={() => deleteAccount.mutate(me._id)} />
    );
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !isPending) deleteAccount.mutate(me._id);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("Delete Account")} width="sm" canClose={() => !isPending}>
      <Form onSubmit={handleSubmit}>
        {onDeactivate && (
          <div className="flex flex-col items-start gap-3 rounded-field bg-soft p-4">
            <p>
              <Rich
                text="<b>Just need a break?</b> Deactivate your account instead. It is hidden from everybody until you log in again."
                components={{ b: <b className="font-semibold" /> }}
              />
            </p>
            <Button variant="secondary" size="sm" disabled={isPending} onClick={onDeactivate}>
              <EyeOff aria-hidden />
              {t("Deactivate instead")}
            </Button>
          </div>
        )}
        <p>
          {t(
            "This deletes your profile, posts, comments, likes and circles, and logs you out everywhere. This can't be undone.",
          )}
        </p>
        <TextField
          label={t("Type {confirmation} to confirm", { confirmation: CONFIRMATION })}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {deleteAccount.isError && (
          <Alert key={deleteAccount.submittedAt}>
            {failureMessage(deleteAccount.error, t("Failed to delete account. Please try again."))}
          </Alert>
        )}
        <Answers>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed} isPending={isPending}>
            {t("Delete my account")}
          </Button>
        </Answers>
      </Form>
    </Dialog>
  );
}
