"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useRemovePassword, useSendCode, useSetPassword } from "@/lib/accounts/client/mutations";
import { passwordField } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";

export type PasswordAction = "set" | "change" | "remove";

/** How the owner confirms their identity. */
type Proof = "none" | "password" | "code";

type Options = {
  action: PasswordAction;
  /** Codes are sent here. */
  email: string;
  recentlySignedIn: boolean;
  onDone: () => void;
};

/** The form that sets, changes or removes the password, with the proof it needs. */
export type PasswordChange = ReturnType<typeof usePasswordChange>;

export function usePasswordChange({ action, email, recentlySignedIn, onDone }: Options) {
  const setPassword = useSetPassword();
  const removePassword = useRemovePassword();
  const sendCode = useSendCode();
  const [proof, setProof] = useState<Proof>(
    action !== "set" ? "password" : recentlySignedIn ? "none" : "code",
  );
  const [password, setNewPassword] = useState("");
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [alert, setAlert] = useCounted<{ text: string }>();
  const [serverError, setServerError] = useState<{ field: "password" | "code"; text: string }>();
  const newInput = useRef<HTMLInputElement>(null);
  const currentInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  /** How many codes this form has sent. */
  const [sentCount, setSentCount] = useState(0);
  useEffect(() => {
    if (sentCount > 0) codeInput.current?.focus();
  }, [sentCount]);

  const isPending = setPassword.isPending || removePassword.isPending;
  const tooWeak =
    action === "remove" ? undefined : passwordField.safeParse(password).error?.issues[0]?.message;

  /** The first field that prevents sending the form. */
  const invalidInput = () => {
    if (proof === "password" && current === "") return currentInput;
    if (proof === "code" && code === "") return codeInput;
    return tooWeak ? newInput : undefined;
  };

  const handleError = (error: Error) => {
    const failure = apiError(error);
    if (failure?.is("wrong_password")) {
      setServerError({ field: "password", text: error.message });
      currentInput.current?.focus();
    } else if (failure?.is("invalid_otp", "otp_expired", "otp_spent")) {
      setServerError({ field: "code", text: error.message });
      setCode("");
      codeInput.current?.focus();
    } else {
      // The sign-in is no longer recent, so a code is needed from here on.
      if (failure?.is("confirmation_required") && proof === "none") setProof("code");
      setAlert({ text: messageOf(error) });
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setWasSubmitted(true);
    setServerError(undefined);
    setAlert(undefined);
    const invalid = invalidInput();
    if (invalid) {
      invalid.current?.focus();
      return;
    }
    const credentials = {
      ...(proof === "password" ? { currentPassword: current } : {}),
      ...(proof === "code" ? { otp: code } : {}),
    };
    const callbacks = {
      onSuccess: ({ message }: { message: string }) => {
        toast.success(message);
        onDone();
      },
      onError: handleError,
    };
    if (action === "remove") removePassword.mutate(credentials, callbacks);
    else setPassword.mutate({ password, ...credentials }, callbacks);
  };

  const requestCode = () => {
    setProof("code");
    setServerError(undefined);
    setAlert(undefined);
    setCode("");
    sendCode.mutate(email, { onSuccess: () => setSentCount((count) => count + 1), onError: handleError });
  };

  const errorOf = (field: "password" | "code", isMissing: boolean, missingText: string) =>
    serverError?.field === field ? serverError.text : wasSubmitted && isMissing ? missingText : null;

  return {
    proof,
    alert,
    isPending,
    handleSubmit,
    current: {
      ref: currentInput,
      value: current,
      error: errorOf("password", current === "", "Please enter your current password."),
      onChange: (value: string) => {
        setCurrent(value);
        setServerError(undefined);
      },
    },
    code: {
      ref: codeInput,
      value: code,
      hasBeenSent: sentCount > 0,
      isPending: sendCode.isPending,
      request: requestCode,
      errorFor: (missingText: string) => errorOf("code", code === "", missingText),
      onChange: (value: string) => {
        setCode(value);
        setServerError(undefined);
      },
    },
    next: {
      ref: newInput,
      value: password,
      error: wasSubmitted ? tooWeak : null,
      onChange: setNewPassword,
    },
  };
}
