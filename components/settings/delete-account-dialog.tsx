"use client";

import { EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { TextField } from "@/components/ui/text-field";
import { useDeleteAccount } from "@/lib/accounts/client/mutations";
import type { OwnUser } from "@/lib/profiles/schema";

/** What has to be typed, so that nobody deletes an account by a slip. */
const WORD = "DELETE";

type Props = { me: OwnUser; onClose: () => void; onDeactivate: () => void };

/**
 * Asks twice before an account is deleted, by its button and by a word that has to be typed, and
 * offers first what can be taken back.
 */
export function DeleteAccountDialog({ me, onClose, onDeactivate }: Props) {
  const [typed, setTyped] = useState("");
  const remove = useDeleteAccount();
  const isSure = typed.trim().toUpperCase() === WORD;
  // Once it is deleted the page is left; until then nothing may close over it.
  const isBusy = remove.isPending || remove.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSure && !isBusy) remove.mutate(me._id);
  };
  return (
    <Dialog open onOpenChange={onClose} title="Delete Account" width="sm" canClose={() => !isBusy}>
      <Form onSubmit={submit}>
        <div className="flex flex-col items-start gap-3 rounded-field bg-soft p-4">
          <p>
            <b className="font-semibold">Just need a break?</b> Deactivate your account instead. It is hidden
            from everybody until you log in again.
          </p>
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={onDeactivate}>
            <EyeOff aria-hidden />
            Deactivate instead
          </Button>
        </div>
        <p>
          This deletes your profile, posts, comments, likes and circles, and logs you out everywhere. This
          can't be undone.
        </p>
        <TextField
          label={`Type ${WORD} to confirm`}
          name="confirmation"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {remove.isError && (
          <Alert key={remove.submittedAt}>Failed to delete account. Please try again.</Alert>
        )}
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={!isSure} loading={isBusy}>
            Delete my account
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
