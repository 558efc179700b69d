"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AgeField, chosenAge } from "@/components/accounts/age-field";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { SwitchAccount, useSignUpStep } from "@/components/accounts/sign-up-step";
import { StepForm } from "@/components/accounts/step-form";
import { TextLink } from "@/components/ui/link";
import { TextField } from "@/components/ui/text-field";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { Rich } from "@/lib/language/rich";
import { useText } from "@/lib/language/text";
import { COMPLETE_PROFILE, LOGIN, PASSWORD, PROFILE_PICTURE, SUSPENDED } from "@/lib/paths";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { COLLEGE_ID_MAX, COLLEGE_ID_MISSING } from "@/lib/profiles/policy";

/** The number on the student card, which classmates can search for; and whether one is 18. */
export function StudentIdScreen() {
  const t = useText();
  const router = useRouter();
  const profile = useStoredProfile();
  const save = useUpdateProfile();
  const field = useRef<HTMLInputElement>(null);
  const { collegeId } = useRegistrationDraft();
  const [missing, setMissing] = useState(false);
  const [ageMissing, setAgeMissing] = useState(false);
  useSignUpStep();
  usePreHydrationValue(field, collegeId, signUp.collegeIdTyped);
  useAutoFocus(field);

  const submit = () => {
    const value = collegeId.trim();
    const isAdult = chosenAge(field.current?.form);
    setMissing(value === "");
    setAgeMissing(isAdult === undefined);
    if (value === "") {
      field.current?.focus();
      return;
    }
    if (isAdult === undefined) {
      field.current?.form?.querySelector<HTMLInputElement>("[name=age]")?.focus();
      return;
    }
    if (!profile) {
      router.replace(LOGIN);
      return;
    }
    save.mutate(
      { userId: profile._id, change: { collegeId: value, isAdult } },
      {
        onSuccess: ({ user }) => (user.isWaiting ? leavePage(SUSPENDED) : router.push(PROFILE_PICTURE)),
        onError: () => field.current?.focus(),
      },
    );
  };

  return (
    <AuthScreen
      title={t("Your College ID")}
      subtitle={t("The number on your student card")}
      back={COMPLETE_PROFILE}
      step={5}
      footer={
        <div className="flex flex-col gap-5">
          <p>
            <Rich
              text="Don't have it with you? <link>Use a password instead</link>"
              components={{ link: <TextLink href={PASSWORD} /> }}
            />
          </p>
          <SwitchAccount />
        </div>
      }
    >
      <StepForm
        mutation={save}
        submitLabel={t("Continue")}
        failureText={updateErrorMessage}
        onSubmit={submit}
      >
        <TextField
          ref={field}
          label={t("College ID")}
          name="collegeId"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={COLLEGE_ID_MAX}
          hint={t(
            "Only you see it. We suggest people of your branch and year by it, and classmates who know it can find you.",
          )}
          value={collegeId}
          error={missing ? t(COLLEGE_ID_MISSING) : null}
          onChange={(event) => {
            signUp.collegeIdTyped(event.target.value);
            setMissing(false);
          }}
        />
        <AgeField
          isAdult={profile?.isAdult ?? null}
          isMissing={ageMissing}
          onChange={() => setAgeMissing(false)}
        />
      </StepForm>
    </AuthScreen>
  );
}
