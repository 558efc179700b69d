import type { UseMutationResult } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";

type Call = Pick<
  UseMutationResult<unknown, Error, never>,
  "isPending" | "isSuccess" | "isError" | "error" | "submittedAt"
>;

/**
 * A step that is one call. It is sent once: after it has succeeded the next screen is on its way.
 * Failed, it says why, and can be sent again.
 */
export function StepForm({
  call,
  submitLabel,
  failureText,
  onSubmit,
  children,
  after,
}: {
  call: Call;
  submitLabel: string;
  failureText: (error: Error) => string;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
  /** Other ways on, below the button. */
  after?: ReactNode;
}) {
  const isBusy = call.isPending || call.isSuccess;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Form onSubmit={handleSubmit}>
      {children}
      {call.error && <Alert key={call.submittedAt}>{failureText(call.error)}</Alert>}
      <Button type="submit" size="lg" wide loading={isBusy}>
        {submitLabel}
      </Button>
      {after}
    </Form>
  );
}
