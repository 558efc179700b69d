"use client";

import { useQuery } from "@tanstack/react-query";
import { PasswordDialog } from "@/components/accounts/password-dialog";
import { passwordOptions } from "@/lib/accounts/client/queries";

type Props = { email: string; onClose: () => void; onConfirmed: () => void };

/**
 * Asks for the password, or for a code by mail, before something that an unlocked device must not
 * do.
 */
export function ConfirmIdentity({ email, onClose, onConfirmed }: Props) {
  const { data, isPending } = useQuery(passwordOptions());
  if (isPending) return null;
  return (
    <PasswordDialog
      action="confirm"
      email={email}
      hasPassword={data?.hasPassword ?? false}
      recentlySignedIn={false}
      onClose={onClose}
      onDone={onConfirmed}
    />
  );
}
