"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AffiliationStep, useAffiliationStep } from "@/components/accounts/affiliation-step";
import { AgeField, chosenAge } from "@/components/accounts/age-field";
import { AuthScreen } from "@/components/accounts/auth-screen";
import { StepForm, SwitchAccount, useSignUpStep } from "@/components/accounts/step-form";
import { TextLink } from "@/components/ui/link";
import { TextField } from "@/components/ui/text-field";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import type { CollegeLists } from "@/lib/campus/campus";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { COMPLETE_PROFILE, LOGIN, PASSWORD, PROFILE_PICTURE, SUSPENDED } from "@/lib/paths";
import { affiliationLabel } from "@/lib/profiles/affiliation";
import { updateErrorMessage, useRequestAffiliation, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { COLLEGE_ID_MAX, COLLEGE_ID_MISSING } from "@/lib/profiles/policy";

/**
 * The number on the student or staff card, which classmates can search for, what one is at the
 * college, and, for who wants to say it now, whether one is 18. Whom the college lists as anything
 * but a student may have no number: they can leave it out.
 */
export function StudentIdScreen({ lists }: { lists: CollegeLists }) {
  const t = useTranslate();
  const router = useRouter();
  const profile = useStoredProfile();
  const save = useUpdateProfile();
  const ask = useRequestAffiliation();
  const field = useRef<HTMLInputElement>(null);
  const { collegeId } = useRegistrationDraft();
  const [missing, setMissing] = useState(false);
  const isRequired = (profile?.affiliation.role ?? "student") === "student";
  const affiliation = useAffiliationStep(profile, collegeId, lists);
  const batch = affiliation.graduated && affiliationLabel({ ...affiliation.graduated, role: "student" }, t);
  useSignUpStep();
  usePreHydrationValue(field, collegeId, signUp.collegeIdTyped);
  useAutoFocus(field);

  const submit = () => {
    const value = collegeId.trim();
    const isAdult = chosenAge(field.current?.form);
    const isMissing = isRequired && value === "";
    setMissing(isMissing);
    const said = affiliation.submit();
    if (isMissing) {
      field.current?.focus();
      return;
    }
    if (!said) {
      field.current?.form?.querySelector<HTMLSelectElement>("[name=workDepartment]")?.focus();
      return;
    }
    if (!profile) {
      router.replace(LOGIN);
      return;
    }
    const { _id: userId } = profile;
    const { change, request } = said;
    const saveProfile = () =>
      save.mutate(
        {
          userId,
          change: {
            ...(value && { collegeId: value }),
            ...(isAdult !== undefined && { isAdult }),
            ...change,
          },
        },
        {
          onSuccess: ({ user }) => (user.isWaiting ? leavePage(SUSPENDED) : router.push(PROFILE_PICTURE)),
          onError: () => field.current?.focus(),
        },
      );
    if (request) ask.mutate({ userId, request }, { onSuccess: saveProfile });
    else {
      ask.reset();
      saveProfile();
    }
  };

  return (
    <AuthScreen
      title={batch ? t("Your batch: {batch}. Right?", { batch }) : t("Your College ID")}
      subtitle={batch ? t("As your college has listed you") : t("The number on your student or staff card")}
      back={COMPLETE_PROFILE}
      step={5}
      footer={
        <div className="flex flex-col gap-5">
          {isRequired && (
            <p>
              <TextLink href={PASSWORD}>{t("I don't have my ID with me")}</TextLink>
            </p>
          )}
          <SwitchAccount />
        </div>
      }
    >
      <StepForm
        mutation={ask.isPending || ask.isError ? ask : save}
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
          required={isRequired}
          maxLength={COLLEGE_ID_MAX}
          hint={
            isRequired
              ? t("Only you see it; classmates who know it can find you by it.")
              : t("Leave it empty if you have none. Only you see it.")
          }
          value={collegeId}
          error={missing ? t(COLLEGE_ID_MISSING) : null}
          onChange={(event) => {
            signUp.collegeIdTyped(event.target.value);
            setMissing(false);
          }}
        />
        <AffiliationStep step={affiliation} profile={profile} departments={lists.departments} />
        <AgeField isAdult={profile?.isAdult ?? null} isOptional />
      </StepForm>
    </AuthScreen>
  );
}
