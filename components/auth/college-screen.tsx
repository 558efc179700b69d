"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { AuthScreen } from "@/components/auth/auth-screen";
import { TextLink } from "@/components/auth/text-link";
import { useProfileRedirect } from "@/components/auth/use-profile-redirect";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { updateDraft } from "@/lib/auth/draft";
import { COLLEGES } from "@/lib/product";

const OPTIONS = COLLEGES.map((college) => ({ value: college.code, label: college.fullName }));

/** The first step of signing up: which college. */
export function CollegeScreen() {
  const router = useRouter();
  const field = useRef<HTMLSelectElement>(null);
  const [college, setCollege] = useState("");
  const [missing, setMissing] = useState(false);
  useProfileRedirect();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(college === "");
    if (college === "") {
      field.current?.focus();
      return;
    }
    updateDraft("authMethod", "email");
    updateDraft("collegeName", college);
    router.push("/enter-college-email-page");
  };

  return (
    <AuthScreen
      title="Find your campus"
      subtitle="Your circle starts with your college"
      footer={
        <>
          Already have an account? <TextLink href="/login-page">Log in</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          ref={field}
          label="College"
          name="collegeName"
          placeholder="College Name"
          hint="Search and select your college to join its exclusive community"
          options={OPTIONS}
          required
          value={college}
          invalid={missing}
          onChange={(event) => {
            setCollege(event.target.value);
            setMissing(false);
          }}
        />
        {missing && <Alert>Please select your college.</Alert>}
        <Button type="submit" size="lg" wide>
          Continue
        </Button>
      </form>
    </AuthScreen>
  );
}
