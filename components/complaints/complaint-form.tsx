"use client";

import { useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/field";
import { TextLink } from "@/components/ui/link";
import { SelectField } from "@/components/ui/select-field";
import { TextareaField, TextField } from "@/components/ui/text-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useComplain } from "@/lib/complaints/client/queries";
import {
  COMPLAINT_MAX,
  COMPLAINT_REASON_LABELS,
  COMPLAINT_REASONS,
  type ComplaintReason,
  PLACE_MAX,
} from "@/lib/complaints/policy";
import { TERMS } from "@/lib/paths";
import { APP_NAME } from "@/lib/product";

const REASONS = COMPLAINT_REASONS.map((value) => ({ value, label: COMPLAINT_REASON_LABELS[value] }));

/** A complaint of anyone, also without an account. */
export function ComplaintForm() {
  const form = useRef<HTMLFormElement>(null);
  const complain = useComplain();
  const submit = () => {
    if (!form.current || complain.isPending) return;
    const fields = new FormData(form.current);
    const text = (name: string) => String(fields.get(name) ?? "");
    complain.mutate({
      reason: text("reason") as ComplaintReason,
      place: text("place"),
      text: text("text"),
      email: text("email"),
    });
  };
  return (
    <Card className="flex w-full max-w-xl flex-col gap-5 p-5 md:p-7">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">Make a complaint</h1>
        <p className="text-ink2">
          For anyone, also without an account on {APP_NAME}. It goes to the admins alone. An intimate picture
          is taken away within 2 hours, and you get an answer within 7 days (
          <TextLink href={`${TERMS}#complaints`} prefetch={false}>
            more
          </TextLink>
          ).
        </p>
      </header>
      {complain.isSuccess ? (
        <p role="status" className="font-medium">
          Thank you. Your complaint has reached the admins.
        </p>
      ) : (
        <Form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SelectField
            label="What is it about?"
            name="reason"
            options={REASONS}
            placeholder="Choose"
            defaultValue=""
          />
          <TextField
            label="Where is it?"
            name="place"
            hint="The address of the post, profile or picture, or a name and what it shows."
            maxLength={PLACE_MAX}
            autoComplete="off"
          />
          <TextareaField label="What happened?" name="text" maxLength={COMPLAINT_MAX} rows={5} />
          <TextField
            label="Your email (optional)"
            name="email"
            type="email"
            autoComplete="email"
            hint="To answer you. Without it no one can."
          />
          {complain.error && <Alert key={complain.submittedAt}>{messageOf(complain.error)}</Alert>}
          <Button type="submit" size="lg" wide isPending={complain.isPending}>
            Send
          </Button>
        </Form>
      )}
    </Card>
  );
}
