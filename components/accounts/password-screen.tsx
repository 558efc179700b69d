"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { toChange } from "@/components/accounts/affiliation-step";
import { AgeField, chosenAge } from "@/components/accounts/age-field";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { PasswordField } from "@/components/accounts/password-field";
import { PasswordStrength } from "@/components/accounts/password-strength";
import { SwitchAccount, useSignUpStep } from "@/components/accounts/step-form";
import { StudentFields, type StudentValues } from "@/components/profiles/affiliation-fields";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import { passwordField } from "@/lib/accounts/schema";
import type { Department } from "@/lib/campus/campus";
import { useAutoFocus } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { CREATING_PROFILE, LOGIN, PROFILE_PICTURE, SELECT_COLLEGE, STUDENT_ID, SUSPENDED } from "@/lib/paths";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";

type Props = {
  /** An earlier choice was lost in a reload, because it is only in memory. */
  again: boolean;
  departments: readonly Department[];
};

const NO_CLASS: StudentValues = { department: "", batch: "", section: "" };

/**
 * Creates a password, instead of giving the College ID. It asks a student what that would have
 * said, and whether they are 18.
 */
export function PasswordScreen({ again, departments }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const profile = useStoredProfile();
  const draft = useRegistrationDraft();
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState(() => signUp.read().password);
  const [confirmation, setConfirmation] = useState(password);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [studies, setStudies] = useState(NO_CLASS);
  const save = useUpdateProfile();
  useSignUpStep();
  useAutoFocus(passwordInput);
  const { role, department, batch } = profile?.affiliation ?? {};
  const asksClass = !again && role === "student" && !department && !batch;
  const asksAge = !again && profile?.isAdult === null;

  const problem = passwordField.safeParse(password).error?.issues[0]?.message ?? null;
  const differ = password !== confirmation;

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (problem || differ) {
      (problem ? passwordInput : confirmationInput).current?.focus();
      return;
    }
    if (save.isPending) return;
    signUp.passwordChosen(password);
    // Without an account, the address has to be proven first.
    if (!profile) {
      router.push(SELECT_COLLEGE);
      return;
    }
    const isAdult = chosenAge(passwordInput.current?.form);
    const change = { ...toChange(studies), ...(isAdult !== undefined && { isAdult }) };
    const goOn = () => router.push(again ? CREATING_PROFILE : PROFILE_PICTURE);
    if (Object.keys(change).length === 0) {
      goOn();
      return;
    }
    save.mutate(
      { userId: profile._id, change },
      { onSuccess: ({ user }) => (user.isWaiting ? leavePage(SUSPENDED) : goOn()) },
    );
  };

  return (
    <AuthScreen
      title={t("Create a password")}
      subtitle={t("Log in with it whenever you don't want to wait for a code")}
      back={!profile ? LOGIN : again ? PROFILE_PICTURE : STUDENT_ID}
      step={profile && 5}
      footer={
        <div className="flex flex-col gap-5">
          {again ? (
            <p>
              <TextLink href={CREATING_PROFILE} onClick={signUp.passwordDeclined}>
                {t("Continue without a password")}
              </TextLink>
            </p>
          ) : (
            profile && (
              <p>
                <TextLink href={STUDENT_ID} onClick={signUp.passwordDeclined}>
                  {t("Use my College ID instead")}
                </TextLink>
              </p>
            )
          )}
          {profile && <SwitchAccount />}
        </div>
      }
    >
      <Form onSubmit={handleSubmit}>
        {again && (
          <Alert tone="info">
            {t("For your safety, passwords aren't saved when a page reloads. Please enter it again.")}
          </Alert>
        )}
        {/* Shows password managers whose password it is. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          readOnly
          hidden
          value={profile?.email ?? ""}
        />
        <PasswordField
          ref={passwordInput}
          label={t("Password")}
          name="password"
          required
          value={password}
          hint={<PasswordStrength password={password} owner={profile ?? draft} guessable="useless" />}
          error={wasSubmitted && problem ? t(problem) : null}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          ref={confirmationInput}
          label={t("Confirm password")}
          name="confirmation"
          required
          value={confirmation}
          error={wasSubmitted && differ ? t("Passwords do not match.") : null}
          success={!problem && !differ ? t("Passwords match") : null}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        {asksClass && (
          <StudentFields
            hasSection={false}
            departments={departments}
            values={studies}
            onChange={(change) => setStudies({ ...studies, ...change })}
          />
        )}
        {asksAge && <AgeField isAdult={null} isOptional />}
        {save.error && <Alert key={save.submittedAt}>{updateErrorMessage(save.error)}</Alert>}
        <Button type="submit" size="lg" wide isPending={save.isPending}>
          {t("Continue")}
        </Button>
      </Form>
    </AuthScreen>
  );
}
