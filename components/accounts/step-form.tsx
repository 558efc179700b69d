import type { UseMutationResult } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import type { RegistrationField } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";

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
