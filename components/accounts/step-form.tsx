"use client";

import type { UseMutationResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { useSignOut } from "@/lib/accounts/client/mutations";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import type { RegistrationField } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGE_EMAIL, HOME } from "@/lib/paths";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { isProfileComplete } from "@/lib/profiles/policy";

type Mutation = Pick<
  UseMutationResult<unknown, Error, never>,
  "isPending" | "isSuccess" | "isError" | "error" | "submittedAt"
>;

/**
 * A form that makes one call. After success it cannot be sent again while the next screen loads;
 * after a failure it shows why and can be sent again.
 */
export function StepForm({
  mutation,
  submitLabel,
  failureText,
  onSubmit,
  children,
  remedy,
  after,
}: {
  mutation: Mutation;
  submitLabel: string;
  failureText: (error: Error) => string;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
  /** What helps against the failure, right below its text. */
  remedy?: ReactNode;
  /** Alternatives below the button. */
  after?: ReactNode;
}) {
  const isPending = mutation.isPending || mutation.isSuccess;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Form onSubmit={handleSubmit}>
      {children}
      {mutation.error && <Alert key={mutation.submittedAt}>{failureText(mutation.error)}</Alert>}
      {remedy}
      <Button type="submit" size="lg" wide isPending={isPending}>
        {submitLabel}
      </Button>
      {after}
    </Form>
  );
}

/** Lists the fields a registration still needs (docs/product.md, "Signing up", step 8). */
export function IncompleteFields({ fields }: { fields: RegistrationField[] }) {
  const t = useTranslate();
  return (
    <Alert>
      <p>{t("Please complete the following fields:")}</p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((field) => (
          <li key={field}>{t(field)}</li>
        ))}
      </ul>
    </Alert>
  );
}

/**
 * A step of signing up. A person who returns to it with Back after registering is sent home, and so
 * is a member who is not signing up.
 */
export function useSignUpStep(): void {
  const router = useRouter();
  const { finished } = useSignUp();
  useEffect(() => {
    if (finished || isOldMember()) router.replace(HOME);
  }, [finished, router]);
}

/** Whether the signed-in person has a profile and is not on the way to one: no draft is theirs. */
export function isOldMember(): boolean {
  const profile = readStoredProfile();
  return profile !== undefined && isProfileComplete(profile) && signUp.draft().email !== profile.email;
}

/** Shows whose account is being created and lets another person log out of it and start over. */
export function SwitchAccount() {
  const t = useTranslate();
  const profile = useStoredProfile();
  const signOut = useSignOut(COLLEGE_EMAIL);
  return (
    <div className="flex flex-col items-center gap-1">
      {/* Only the browser knows the address, so the line reserves its space first. */}
      <p className="min-h-[1lh] break-all text-sm">
        {profile && t("Signed in as {email}", { email: profile.email })}
      </p>
      <Button
        variant="ghost"
        size="sm"
        isPending={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        {t("Switch Account")}
      </Button>
    </div>
  );
}
