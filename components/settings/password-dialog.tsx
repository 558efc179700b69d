"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { CodeField } from "@/components/accounts/code-field";
import { PasswordField } from "@/components/accounts/password-field";
import { PasswordStrength } from "@/components/accounts/password-strength";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { useRemovePassword, useSendCode, useSetPassword } from "@/lib/accounts/client/mutations";
import { passwordField } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { CODE_LENGTH } from "@/lib/sessions/limits";

export type PasswordAction = "set" | "change" | "remove";

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

/** How the owner confirms their identity. */
type Proof = "none" | "password" | "code";

type Props = {
  action: PasswordAction;
  /** Codes are sent here. */
  email: string;
  recentlySignedIn: boolean;
  onClose: () => void;
};

/** Sets, changes or removes the password once the owner has confirmed their identity. */
export function PasswordDialog({ action, email, recentlySignedIn, onClose }: Props) {
  const setPassword = useSetPassword();
  const removePassword = useRemovePassword();
  const sendCode = useSendCode();
  const change = action === "remove" ? removePassword : setPassword;
  const texts = TEXTS[action];
  const [proof, setProof] = useState<Proof>(
    action !== "set" ? "password" : recentlySignedIn ? "none" : "code",
  );
  const [password, setNewPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [alert, setAlert] = useState<{ text: string; count: number }>();
  const [serverError, setServerError] = useState<{ field: "password" | "code"; text: string }>();
  const newInput = useRef<HTMLInputElement>(null);
  const currentInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  /** How many codes this dialog has sent. */
  const [sentCount, setSentCount] = useState(0);
  useEffect(() => {
    if (sentCount > 0) codeInput.current?.focus();
  }, [sentCount]);

  const tooWeak =
    action === "remove" ? undefined : passwordField.safeParse(password).error?.issues[0]?.message;
  const errorOf = (field: "password" | "code", isMissing: boolean, missingText: string) =>
    serverError?.field === field ? serverError.text : wasSubmitted && isMissing ? missingText : null;

  const fail = (error: Error) => {
    const serverError = apiError(error);
    if (serverError?.is("wrong_password")) {
      setServerError({ field: "password", text: error.message });
      currentInput.current?.focus();
    } else if (serverError?.is("invalid_otp", "otp_expired", "otp_spent")) {
      setServerError({ field: "code", text: error.message });
      setCode("");
      codeInput.current?.focus();
    } else {
      // The sign-in is no longer recent, so a code is needed from here on.
      if (serverError?.is("confirmation_required") && proof === "none") setProof("code");
      setAlert((previous) => ({ text: messageOf(error), count: (previous?.count ?? 0) + 1 }));
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    setWasSubmitted(true);
    setServerError(undefined);
    setAlert(undefined);
    const invalidInput =
      proof === "password" && current === ""
        ? currentInput
        : proof === "code" && code === ""
          ? codeInput
          : tooWeak
            ? newInput
            : undefined;
    if (invalidInput) {
      invalidInput.current?.focus();
      return;
    }
    const credentials =
      proof === "password" ? { currentPassword: current } : proof === "code" ? { otp: code } : {};
    const callbacks = {
      onSuccess: ({ message }: { message: string }) => {
        toast.success(message);
        onClose();
      },
      onError: fail,
    };
    if (action === "remove") removePassword.mutate(credentials, callbacks);
    else setPassword.mutate({ password, ...credentials }, callbacks);
  };

  const requestCode = () => {
    setProof("code");
    setServerError(undefined);
    setAlert(undefined);
    setCode("");
    sendCode.mutate(email, { onSuccess: () => setSentCount((count) => count + 1), onError: fail });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      width="sm"
      canClose={() => !change.isPending}
      {...(proof === "code" ? {} : { initialFocus: proof === "password" ? currentInput : newInput })}
    >
      <Form onSubmit={handleSubmit}>
        <p>{texts.explanation}</p>
        {/* For password managers: the account this password belongs to. */}
        <input type="email" name="username" autoComplete="username" readOnly hidden value={email} />
        {proof === "password" && (
          <div className="flex flex-col items-start gap-1">
            <div className="w-full">
              <PasswordField
                ref={currentInput}
                label="Current password"
                name="current-password"
                autoComplete="current-password"
                required
                value={current}
                error={errorOf("password", current === "", "Please enter your current password.")}
                onChange={(event) => {
                  setCurrent(event.target.value);
                  setServerError(undefined);
                }}
              />
            </div>
            <Button variant="ghost" size="sm" className="-ml-4" onClick={requestCode}>
              Use a code instead
            </Button>
          </div>
        )}
        {proof === "code" && (
          <div className="flex flex-col items-start gap-1">
            {sentCount > 0 ? (
              <div className="w-full">
                <CodeField
                  ref={codeInput}
                  value={code}
                  error={errorOf("code", code === "", `Enter the ${CODE_LENGTH}-digit code from your email.`)}
                  onChange={(value) => {
                    setCode(value);
                    setServerError(undefined);
                  }}
                />
              </div>
            ) : (
              <p className="break-words">To check that it's you, we send a code to {email}.</p>
            )}
            <Button
              variant={sentCount > 0 ? "ghost" : "soft"}
              size="sm"
              className={sentCount > 0 ? "-ml-4" : "mt-1"}
              isPending={sendCode.isPending}
              onClick={requestCode}
            >
              {sentCount > 0 ? "Resend code" : "Send code"}
            </Button>
          </div>
        )}
        {action !== "remove" && (
          <PasswordField
            ref={newInput}
            label="New password"
            name="new-password"
            required
            value={password}
            hint={<PasswordStrength password={password} />}
            error={wasSubmitted ? tooWeak : null}
            onChange={(event) => setNewPassword(event.target.value)}
          />
        )}
        {alert && <Alert key={alert.count}>{alert.text}</Alert>}
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === "remove" ? "danger" : "primary"}
            isPending={change.isPending}
            disabled={proof === "code" && sentCount === 0}
          >
            {texts.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
