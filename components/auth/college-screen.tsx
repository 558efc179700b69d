"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { AuthScreen } from "@/components/auth/auth-screen";
import { registrationFailure } from "@/components/auth/failure";
import { TextLink } from "@/components/auth/text-link";
import { useProfileRedirect } from "@/components/auth/use-profile-redirect";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { updateDraft } from "@/lib/auth/draft";
import { COLLEGE_EMAIL, COMPLETE_PROFILE, LOGIN, nextOr } from "@/lib/auth/pages";
import { useCompleteRegistration, useStoredProfile } from "@/lib/auth/queries";
import { updateSignUp, useSignUp } from "@/lib/auth/sign-up";
import { useTypedEarly } from "@/lib/hooks/use-typed-early";
import { COLLEGES, NO_COLLEGE } from "@/lib/product";
import { isProfileComplete } from "@/lib/users/policy";

const OPTIONS = COLLEGES.map((college) => ({ value: college.code, label: college.fullName }));

/**
 * The first step of signing up: which college. Whoever came through Google has proven their address already and is
 * registered here; everybody else proves it next.
 */
export function CollegeScreen() {
  const router = useRouter();
  const field = useRef<HTMLSelectElement>(null);
  const { collegeName, next } = useSignUp();
  const [missing, setMissing] = useState(false);
  const setCollege = (chosen: string) => updateSignUp({ collegeName: chosen });
  useTypedEarly(field, collegeName, setCollege);
  const profile = useStoredProfile();
  const register = useCompleteRegistration();
  // Registering completes a Google user's profile, and this screen leads on by itself.
  useProfileRedirect(nextOr(next), register.isIdle);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending || register.isSuccess) return;
    setMissing(collegeName === "");
    if (collegeName === "") {
      field.current?.focus();
      return;
    }
    updateDraft("collegeName", collegeName);
    const cameThroughGoogle = profile?.provider === "google" && profile.collegeName === NO_COLLEGE;
    if (!cameThroughGoogle) {
      updateDraft("authMethod", "email");
      updateSignUp({ authMethod: "email", finished: false });
      router.push(COLLEGE_EMAIL);
      return;
    }
    register.mutate(
      { collegeName, email: profile.email },
      {
        onSuccess: ({ user }) => router.replace(isProfileComplete(user) ? nextOr(next) : COMPLETE_PROFILE),
        onError: () => field.current?.focus(),
      },
    );
  };

  return (
    <AuthScreen
      title="Find your campus"
      subtitle="Your circle starts with your college"
      footer={
        <>
          Already have an account? <TextLink href={LOGIN}>Log in</TextLink>
        </>
      }
    >
      <Form onSubmit={submit}>
        <SelectField
          ref={field}
          label="College"
          name="collegeName"
          placeholder="College Name"
          hint="Search and select your college to join its exclusive community"
          options={OPTIONS}
          required
          value={collegeName}
          invalid={missing}
          onChange={(event) => {
            setCollege(event.target.value);
            setMissing(false);
          }}
        />
        {missing && <Alert>Please select your college.</Alert>}
        {register.isError && !missing && (
          <Alert key={register.submittedAt}>{registrationFailure(register.error)}</Alert>
        )}
        <Button type="submit" size="lg" wide loading={register.isPending || register.isSuccess}>
          Continue
        </Button>
      </Form>
    </AuthScreen>
  );
}
