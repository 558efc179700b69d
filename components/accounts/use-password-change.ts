"use client";

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import {
  useReauthenticate,
  useRemovePassword,
  useSendCode,
  useSetPassword,
} from "@/lib/accounts/client/mutations";
import { CODE_LENGTH } from "@/lib/accounts/policy";
import { passwordField } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";

/** `confirm` changes nothing: it only shows that the owner is asking. */
export type PasswordAction = "set" | "change" | "remove" | "confirm";

/** How the owner confirms their identity. */
type Proof = "none" | "password" | "code";

type Options = {
  action: PasswordAction;
  /** Codes are sent here. */
  email: string;
  hasPassword: boolean;
  recentlySignedIn: boolean;
  onDone: () => void;
};

/** The form that sets, changes or removes the password, with the proof it needs. */
export type PasswordChange = ReturnType<typeof usePasswordChange>;

export function usePasswordChange({ action, email, hasPassword, recentlySignedIn, onDone }: Options) {
  const t = useTranslate();
  const setPassword = useSetPassword();
  const removePassword = useRemovePassword();
  const reauthenticate = useReauthenticate();
  const [proof, setProof] = useState<Proof>(
    hasPassword ? "password" : action === "set" && recentlySignedIn ? "none" : "code",
  );
  const [alert, setAlert] = useCounted<{ text: string }>();
  const fields = useFields({ proof, needsPassword: action === "set" || action === "change" });
  const isPending = setPassword.isPending || removePassword.isPending || reauthenticate.isPending;

  const handleError = (error: Error) => {
    const failure = apiError(error);
    if (failure?.is("wrong_password")) fields.reject("current", messageOf(error));
    else if (failure?.is("common_password")) fields.reject("next", messageOf(error));
    else if (failure?.is("invalid_otp", "otp_expired", "otp_spent")) {
      fields.reject("code", messageOf(error));
    } else {
      // The sign-in is no longer recent, so a code is needed from here on.
      if (failure?.is("reauthenticate") && proof === "none") setProof("code");
      setAlert({ text: messageOf(error) });
    }
  };
  const codes = useSentCodes(email, fields.inputs.code, handleError);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setAlert(undefined);
    if (!fields.submit()) return;
    const { current, code, next } = fields.values;
    const credentials = {
      ...(proof === "password" ? { currentPassword: current } : {}),
      ...(proof === "code" ? { otp: code } : {}),
    };
    const callbacks = {
      onSuccess: ({ message }: { message: string }) => {
        if (action !== "confirm") toast.success(t(message));
        onDone();
      },
      onError: handleError,
    };
    if (action === "confirm") reauthenticate.mutate(credentials, callbacks);
    else if (action === "remove") removePassword.mutate(credentials, callbacks);
    else setPassword.mutate({ password: next, ...credentials }, callbacks);
  };

  const requestCode = () => {
    setProof("code");
    setAlert(undefined);
    fields.change("code", "");
    codes.send();
  };

  return { proof, alert, isPending, fields, codes, requestCode, handleSubmit };
}

/** The password that is replaced, the code from the mail, and the new password. */
type FieldName = "current" | "code" | "next";

/** What is typed into the form, and what is wrong with it once it was submitted. */
function useFields({ proof, needsPassword }: { proof: Proof; needsPassword: boolean }) {
  const t = useTranslate();
  const [values, setValues] = useState({ current: "", code: "", next: "" });
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [rejection, setRejection] = useState<{ field: FieldName; text: string }>();
  const inputs = {
    current: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
    next: useRef<HTMLInputElement>(null),
  };
  const problem = needsPassword ? passwordField.safeParse(values.next).error?.issues[0]?.message : undefined;
  const problems: Record<FieldName, string | undefined> = {
    current:
      proof === "password" && values.current === "" ? t("Please enter your current password.") : undefined,
    code:
      proof === "code" && values.code === ""
        ? t("Enter the {digits}-digit code from your email.", { digits: CODE_LENGTH })
        : undefined,
    next: problem && t(problem),
  };
  return {
    values,
    inputs,
    errorOf: (field: FieldName) =>
      (rejection?.field === field ? rejection.text : wasSubmitted && problems[field]) || null,
    change: (field: FieldName, value: string) => {
      setValues((previous) => ({ ...previous, [field]: value }));
      // Typing another password leaves a wrong proof marked, and the other way round.
      if ((field === "next") === (rejection?.field === "next")) setRejection(undefined);
    },
    /** Whether the form can be sent; else the first field that prevents it has the focus. */
    submit: (): boolean => {
      setWasSubmitted(true);
      setRejection(undefined);
      const invalid = (["current", "code", "next"] as const).find((field) => problems[field]);
      if (invalid) inputs[invalid].current?.focus();
      return !invalid;
    },
    /** Shows why the server rejected a field, and goes there. */
    reject: (field: FieldName, text: string) => {
      setRejection({ field, text });
      if (field === "code") setValues((previous) => ({ ...previous, code: "" }));
      inputs[field].current?.focus();
    },
  };
}

/** Sends codes to the owner. Each one that was sent brings the focus to the field for it. */
function useSentCodes(
  email: string,
  input: RefObject<HTMLInputElement | null>,
  onError: (error: Error) => void,
) {
  const sendCode = useSendCode();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count > 0) input.current?.focus();
  }, [count, input]);
  const handleSent = () => setCount((sent) => sent + 1);
  return {
    hasBeenSent: count > 0,
    isPending: sendCode.isPending,
    send: () => sendCode.mutate(email, { onSuccess: handleSent, onError }),
  };
}
