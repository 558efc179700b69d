"use client";

import { CodeField } from "@/components/accounts/code-field";
import { PasswordField } from "@/components/accounts/password-field";
import { PasswordStrength } from "@/components/accounts/password-strength";
import {
  type PasswordAction,
  type PasswordChange,
  usePasswordChange,
} from "@/components/settings/use-password-change";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { CODE_LENGTH } from "@/lib/accounts/policy";

const TEXTS: Record<PasswordAction, { title: string; submit: string; explanation: string }> = {
  set: {
    title: "Set a password",
    submit: "Set password",
    explanation: "Log in with it whenever you don't want to wait for a code. Codes go on working.",
  },
  change: {
    title: "Change password",
    submit: "Change password",
    explanation: "Your other devices are logged out.",
  },
  remove: {
    title: "Remove password",
    submit: "Remove password",
    explanation: "You log in with a code by email again. Your other devices are logged out.",
  },
};

type Props = {
  action: PasswordAction;
  /** Codes are sent here. */
  email: string;
  recentlySignedIn: boolean;
  onClose: () => void;
};

/** Sets, changes or removes the password once the owner has confirmed their identity. */
export function PasswordDialog({ action, email, recentlySignedIn, onClose }: Props) {
  const change = usePasswordChange({ action, email, recentlySignedIn, onDone: onClose });
  const { proof, current, code, next, alert, isPending } = change;
  const texts = TEXTS[action];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      width="sm"
      canClose={() => !isPending}
      {...(proof === "code" ? {} : { initialFocus: proof === "password" ? current.ref : next.ref })}
    >
      <Form onSubmit={change.handleSubmit}>
        <p>{texts.explanation}</p>
        {/* For password managers: the account this password belongs to. */}
        <input type="email" name="username" autoComplete="username" readOnly hidden value={email} />
        {proof === "password" && <CurrentPassword change={change} />}
        {proof === "code" && <MailedCode change={change} email={email} />}
        {action !== "remove" && (
          <PasswordField
            ref={next.ref}
            label="New password"
            name="new-password"
            required
            value={next.value}
            hint={<PasswordStrength password={next.value} />}
            error={next.error}
            onChange={(event) => next.onChange(event.target.value)}
          />
        )}
        {alert && <Alert key={alert.count}>{alert.text}</Alert>}
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === "remove" ? "danger" : "primary"}
            isPending={isPending}
            disabled={proof === "code" && !code.hasBeenSent}
          >
            {texts.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The proof by the current password; a code can replace it. */
function CurrentPassword({ change: { current, code } }: { change: PasswordChange }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">
        <PasswordField
          ref={current.ref}
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          required
          value={current.value}
          error={current.error}
          onChange={(event) => current.onChange(event.target.value)}
        />
      </div>
      <Button variant="ghost" size="sm" className="-ml-4" onClick={code.request}>
        Use a code instead
      </Button>
    </div>
  );
}

/** The proof by a code, which is sent on a press. */
function MailedCode({ change: { code }, email }: { change: PasswordChange; email: string }) {
  return (
    <div className="flex flex-col items-start gap-1">
      {code.hasBeenSent ? (
        <div className="w-full">
          <CodeField
            ref={code.ref}
            value={code.value}
            error={code.errorFor(`Enter the ${CODE_LENGTH}-digit code from your email.`)}
            onChange={code.onChange}
          />
        </div>
      ) : (
        <p className="break-words">To check that it's you, we send a code to {email}.</p>
      )}
      <Button
        variant={code.hasBeenSent ? "ghost" : "soft"}
        size="sm"
        className={code.hasBeenSent ? "-ml-4" : "mt-1"}
        isPending={code.isPending}
        onClick={code.request}
      >
        {code.hasBeenSent ? "Resend code" : "Send code"}
      </Button>
    </div>
  );
}
