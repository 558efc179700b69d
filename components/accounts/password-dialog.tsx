"use client";

import { useQuery } from "@tanstack/react-query";
import { CodeField } from "@/components/accounts/fields";
import { PasswordField } from "@/components/accounts/password-field";
import { PasswordStrength } from "@/components/accounts/password-strength";
import {
  type PasswordAction,
  type PasswordChange,
  usePasswordChange,
} from "@/components/accounts/use-password-change";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { Answers } from "@/components/ui/sheet";
import { passwordOptions, useStoredProfile } from "@/lib/accounts/client/queries";
import { useTranslate } from "@/lib/language/translate";

const TEXTS: Record<PasswordAction, { title: string; submit: string; explanation: string }> = {
  set: {
    title: "Set a password",
    submit: "Set password",
    explanation: "Log in with it whenever you don't want to wait for a code. Codes still work.",
  },
  change: {
    title: "Change password",
    submit: "Change password",
    explanation: "Your other devices will be logged out.",
  },
  remove: {
    title: "Remove password",
    submit: "Remove password",
    explanation: "You'll log in with a code by email again. Your other devices will be logged out.",
  },
  confirm: {
    title: "Confirm that it's you",
    submit: "Continue",
    explanation: "It has been a while since you logged in on this device.",
  },
};

type Props = {
  action: PasswordAction;
  /** Codes are sent here. */
  email: string;
  hasPassword: boolean;
  recentlySignedIn: boolean;
  onClose: () => void;
  /** After it has worked, if that is more than closing. */
  onDone?: () => void;
};

/**
 * Sets, changes or removes the password once the owner has confirmed their identity; with
 * `confirm`, that is all.
 */
export function PasswordDialog({ onClose, onDone = onClose, ...options }: Props) {
  const t = useTranslate();
  const { action, email } = options;
  const profile = useStoredProfile();
  const change = usePasswordChange({ ...options, onDone });
  const { proof, fields, codes, alert, isPending } = change;
  const texts = TEXTS[action];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(texts.title)}
      width="sm"
      canClose={() => !isPending}
      {...(proof === "code"
        ? {}
        : { initialFocus: fields.inputs[proof === "password" ? "current" : "next"] })}
    >
      <Form onSubmit={change.handleSubmit}>
        <p>{t(texts.explanation)}</p>
        {/* For password managers: the account this password belongs to. */}
        <input type="email" name="username" autoComplete="username" readOnly hidden value={email} />
        {proof === "password" && <CurrentPassword change={change} />}
        {proof === "code" && <MailedCode change={change} email={email} />}
        {(action === "set" || action === "change") && (
          <PasswordField
            ref={fields.inputs.next}
            label={t("New password")}
            name="new-password"
            required
            value={fields.values.next}
            hint={
              <PasswordStrength
                password={fields.values.next}
                owner={profile ?? { email, name: "", collegeName: "" }}
                guessable="rejected"
              />
            }
            error={fields.errorOf("next")}
            onChange={(event) => fields.change("next", event.target.value)}
          />
        )}
        {alert && <Alert key={alert.count}>{alert.text}</Alert>}
        <Answers>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            type="submit"
            variant={action === "remove" ? "danger" : "primary"}
            isPending={isPending}
            disabled={proof === "code" && !codes.hasBeenSent}
          >
            {t(texts.submit)}
          </Button>
        </Answers>
      </Form>
    </Dialog>
  );
}

/** The proof by the current password; a code can replace it. */
function CurrentPassword({ change: { fields, requestCode } }: { change: PasswordChange }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">
        <PasswordField
          ref={fields.inputs.current}
          label={t("Current password")}
          name="current-password"
          autoComplete="current-password"
          required
          value={fields.values.current}
          error={fields.errorOf("current")}
          onChange={(event) => fields.change("current", event.target.value)}
        />
      </div>
      <Button variant="ghost" size="sm" className="-ml-4" onClick={requestCode}>
        {t("Use a code instead")}
      </Button>
    </div>
  );
}

/** The proof by a code, which is sent on a press. */
function MailedCode({
  change: { fields, codes, requestCode },
  email,
}: {
  change: PasswordChange;
  email: string;
}) {
  const t = useTranslate();
  return (
    <div className="flex flex-col items-start gap-1">
      {codes.hasBeenSent ? (
        <div className="w-full">
          <CodeField
            ref={fields.inputs.code}
            value={fields.values.code}
            error={fields.errorOf("code")}
            onChange={(value) => fields.change("code", value)}
          />
        </div>
      ) : (
        <p className="break-words">{t("To check that it's you, we send a code to {email}.", { email })}</p>
      )}
      <Button
        variant={codes.hasBeenSent ? "ghost" : "soft"}
        size="sm"
        className={codes.hasBeenSent ? "-ml-4" : "mt-1"}
        isPending={codes.isPending}
        onClick={requestCode}
      >
        {codes.hasBeenSent ? t("Resend code") : t("Send code")}
      </Button>
    </div>
  );
}

type ConfirmProps = { email: string; onClose: () => void; onConfirmed: () => void };

/**
 * Asks for the password, or for a code by mail, before something that an unlocked device must not
 * do.
 */
export function ConfirmIdentity({ email, onClose, onConfirmed }: ConfirmProps) {
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
