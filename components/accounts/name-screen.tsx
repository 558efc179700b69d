"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AuthScreen, useProfileRedirect } from "@/components/accounts/auth-screen";
import { StepForm, SwitchAccount, useSignUpStep } from "@/components/accounts/step-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGE_EMAIL, LOGIN, STUDENT_ID } from "@/lib/paths";
import { collegeByEmail, NO_COLLEGE } from "@/lib/product";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { NAME_MAX } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { isolated, withCapitals } from "@/lib/text/names";

/** The name: the step that completes a profile. */
export function NameScreen() {
  const t = useTranslate();
  const router = useRouter();
  const profile = useStoredProfile();
  const save = useUpdateProfile();
  const firstField = useRef<HTMLInputElement>(null);
  const lastField = useRef<HTMLInputElement>(null);
  const { firstName: first, lastName: last, name: savedName } = useSignUp();
  const [wasSubmitted, setWasSubmitted] = useState(false);
  useSignUpStep();
  // Saving the name completes the profile, and then this screen goes on to the College ID itself. A
  // person who comes back to correct the name is not redirected either.
  useProfileRedirect(undefined, save.isIdle && savedName === "");
  const setFirst = (typed: string) => signUp.typed({ firstName: typed });
  const setLast = (typed: string) => signUp.typed({ lastName: typed });
  usePreHydrationValue(firstField, first, setFirst);
  usePreHydrationValue(lastField, last, setLast);
  useAutoFocus(firstField);

  const firstMissing = first.trim() === "";
  const lastMissing = last.trim() === "";

  const typed = { first, last };
  const offered = offeredName(typed, profile?.email ?? "");

  const submit = (chosen: Name) => {
    setWasSubmitted(true);
    if (isIncomplete(chosen)) {
      (firstMissing ? firstField : lastField).current?.focus();
      return;
    }
    if (!profile) {
      router.replace(LOGIN);
      return;
    }
    save.mutate(
      { userId: profile._id, change: { name: fullName(chosen), ...missingCollege(profile) } },
      {
        onSuccess: ({ user }) => {
          signUp.nameChosen(user);
          router.push(STUDENT_ID);
        },
        onError: () => firstField.current?.focus(),
      },
    );
  };

  return (
    <AuthScreen
      title={t("What's your name?")}
      subtitle={t("This is how classmates will find you")}
      back={COLLEGE_EMAIL}
      step={4}
      footer={<SwitchAccount />}
    >
      <StepForm
        mutation={save}
        submitLabel={t("NEXT")}
        failureText={updateErrorMessage}
        onSubmit={() => submit(typed)}
      >
        <TextField
          ref={firstField}
          label={t("First name")}
          name="given-name"
          autoComplete="given-name"
          autoCapitalize="words"
          required
          maxLength={NAME_MAX}
          value={first}
          error={wasSubmitted && firstMissing ? t("Please enter your first name.") : null}
          onChange={(event) => setFirst(event.target.value)}
        />
        <TextField
          ref={lastField}
          label={t("Last name")}
          name="family-name"
          autoComplete="family-name"
          autoCapitalize="words"
          required
          maxLength={NAME_MAX}
          value={last}
          error={wasSubmitted && lastMissing ? t("Please enter your last name.") : null}
          onChange={(event) => setLast(event.target.value)}
        />
        {offered && (
          <Button
            variant="soft"
            wide
            disabled={save.isPending}
            onClick={() => {
              signUp.typed({ firstName: offered.first, lastName: offered.last });
              submit(offered);
            }}
          >
            <span className="min-w-0 truncate">
              {t("Save as {name}?", { name: isolated(fullName(offered)) })}
            </span>
          </Button>
        )}
      </StepForm>
    </AuthScreen>
  );
}

type Name = { first: string; last: string };

const fullName = ({ first, last }: Name) => `${first.trim()} ${last.trim()}`;
const isIncomplete = ({ first, last }: Name) => first.trim() === "" || last.trim() === "";

/** `meenal.joshi8@…`: only such an address says a name. */
const NAMED_ADDRESS = /^(\p{L}{2,})\.(\p{L}{2,})\d*@/u;

/**
 * What is offered in place of the typed name: the usual capitals; while nothing is typed, the name
 * in the address.
 */
function offeredName({ first, last }: Name, email: string): Name | undefined {
  const capitals = (part: string) => withCapitals(part) ?? part;
  if (first.trim() === "" && last.trim() === "") {
    const [, given = "", family = ""] = NAMED_ADDRESS.exec(email) ?? [];
    return given ? { first: capitals(given), last: capitals(family) } : undefined;
  }
  const typed = { first, last };
  if (isIncomplete(typed) || !withCapitals(fullName(typed))) return undefined;
  return { first: capitals(first), last: capitals(last) };
}

/** The college of a person who skipped choosing one: from their draft, or by their address. */
function missingCollege(profile: OwnUser): { collegeName?: string } {
  if (profile.collegeName && profile.collegeName !== NO_COLLEGE) return {};
  const collegeName = signUp.draft().collegeName || collegeByEmail(profile.email)?.code;
  return collegeName ? { collegeName } : {};
}
