"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { AlreadyHere, AuthScreen, useProfileRedirect } from "@/components/accounts/auth-screen";
import { CollegeField } from "@/components/accounts/college-field";
import { EmailField } from "@/components/accounts/fields";
import { PasswordField } from "@/components/accounts/password-field";
import { PasswordStrength } from "@/components/accounts/password-strength";
import { IncompleteFields } from "@/components/accounts/step-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { TextField } from "@/components/ui/text-field";
import { isDuplicate, registrationFailure } from "@/lib/accounts/client/known-address";
import { useRegister, useSendCode } from "@/lib/accounts/client/mutations";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import {
  addressTyped,
  incompleteFields,
  type RegistrationDetails,
  type RegistrationField,
} from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { LOGIN, VERIFICATION } from "@/lib/paths";
import { NAME_MAX } from "@/lib/profiles/policy";

/** The control of each field. */
const CONTROLS: Record<RegistrationField, string> = {
  Name: "[name=name]",
  Email: "[name=email]",
  "College Name": "[role=combobox], [name=collegeName]",
  Password: "[name=password]",
};

/**
 * Registration with a password, on one page. The account is unproven until its code is entered,
 * which in this browser leaves the details and the password as they are. Once registered they are
 * final: when only the code could not be sent, all but the email is disabled, and another email
 * registers again.
 */
export function TestRegisterScreen() {
  const t = useTranslate();
  const router = useRouter();
  const register = useRegister();
  const sendCode = useSendCode();
  const { name, email, collegeName } = useSignUp();
  const [password, setPassword] = useState(() => signUp.read().password);
  const [missing, setMissing] = useState<RegistrationField[]>([]);
  const [alert, setAlert] = useCounted<{ text: string; offersLogin: boolean }>();
  const form = useRef<HTMLFormElement>(null);
  const [registered, setRegistered] = useState<RegistrationDetails>();
  useProfileRedirect();

  const typed = { name: name.trim(), email: addressTyped(email), collegeName, password };
  const isRegistered = registered?.email === typed.email;
  const details = isRegistered ? registered : typed;

  const isPending = register.isPending || sendCode.isPending || sendCode.isSuccess;
  const fail = (text: string, offersLogin = false) => setAlert({ text, offersLogin });

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setAlert(undefined);
    const incomplete = incompleteFields(details);
    setMissing(incomplete);
    const [first] = incomplete;
    if (first) {
      form.current?.querySelector<HTMLElement>(CONTROLS[first])?.focus();
      return;
    }
    try {
      // On a retry after the code failed to send, the account exists already.
      if (!isRegistered) await register.mutateAsync(details);
    } catch (error) {
      fail(registrationFailure(error), isDuplicate(error));
      return;
    }
    signUp.detailsSubmitted(details);
    try {
      await sendCode.mutateAsync(details.email);
    } catch (error) {
      setRegistered(details);
      // The field that has the focus may be final now.
      form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
      fail(t("Error: {reason}", { reason: apiError(error)?.serverMessage ?? t("Failed to send OTP") }));
      return;
    }
    router.push(VERIFICATION);
  };

  const isMissing = (field: RegistrationField) => missing.includes(field);
  return (
    <AuthScreen
      title={t("Create your account")}
      subtitle={t("Everything on one page")}
      footer={<AlreadyHere />}
      agreement
    >
      <Form ref={form} onSubmit={handleSubmit}>
        <TextField
          label={t("Name")}
          name="name"
          disabled={isRegistered}
          autoComplete="name"
          autoCapitalize="words"
          required
          maxLength={NAME_MAX}
          value={isRegistered ? details.name : name}
          invalid={isMissing("Name")}
          onChange={(event) => signUp.typed({ name: event.target.value })}
        />
        <EmailField
          label={t("Email")}
          value={email}
          invalid={isMissing("Email")}
          onChange={(value) => signUp.typed({ email: value })}
        />
        <CollegeField
          label={t("College Name")}
          value={details.collegeName}
          disabled={isRegistered}
          invalid={isMissing("College Name")}
          onChange={(chosen) => signUp.typed({ collegeName: chosen })}
        />
        <PasswordField
          label={t("Password")}
          name="password"
          required
          disabled={isRegistered}
          value={details.password}
          invalid={isMissing("Password")}
          hint={<PasswordStrength password={details.password} owner={details} guessable="useless" />}
          onChange={(event) => setPassword(event.target.value)}
        />
        {missing.length > 0 && <IncompleteFields fields={missing} />}
        {alert && (
          <Alert key={alert.count}>
            {alert.text} {alert.offersLogin && <TextLink href={LOGIN}>{t("Log in")}</TextLink>}
            {isRegistered && (
              <p className="font-normal">
                {t(
                  "Your account is created with these details. Try again to get your code; you can change them once you're in.",
                )}
              </p>
            )}
          </Alert>
        )}
        <Button type="submit" size="lg" wide isPending={isPending}>
          {t("Create account")}
        </Button>
      </Form>
    </AuthScreen>
  );
}
