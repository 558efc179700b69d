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
import { useComplain, useConfirmComplaint } from "@/lib/complaints/client/queries";
import {
  COMPLAINT_MAX,
  COMPLAINT_REASON_LABELS,
  COMPLAINT_REASONS,
  type ComplaintReason,
  PLACE_MAX,
} from "@/lib/complaints/policy";
import type { ConfirmationBody } from "@/lib/complaints/schema";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { TERMS } from "@/lib/paths";
import { APP_NAME } from "@/lib/product";

const REASONS = COMPLAINT_REASONS.map((value) => ({ value, label: COMPLAINT_REASON_LABELS[value] }));

/** A complaint of anyone, also without an account. */
export function ComplaintForm({ answered }: { answered?: ConfirmationBody | undefined }) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const complain = useComplain();
  const submit = () => {
    if (!form.current || complain.isPending) return;
    const fields = new FormData(form.current);
    const fieldOf = (name: string) => String(fields.get(name) ?? "");
    complain.mutate({
      reason: fieldOf("reason") as ComplaintReason,
      place: fieldOf("place"),
      text: fieldOf("text"),
      email: fieldOf("email"),
    });
  };
  return (
    <Card className="flex w-full max-w-xl flex-col gap-5 p-5 md:p-7">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl">{t("Make a complaint")}</h1>
        <p className="text-ink2">
          <Rich
            text="For anyone, also without an account on {app}. It goes to the admins alone. An intimate picture is taken away within 2 hours, and you get an answer within 7 days (<link>more</link>)."
            values={{ app: APP_NAME }}
            components={{ link: <TextLink href={`${TERMS}#complaints`} prefetch={false} /> }}
          />
        </p>
      </header>
      {answered ? (
        <Confirmation answered={answered} />
      ) : complain.isSuccess ? (
        <p role="status" className="font-medium">
          {complain.data.needsAnswer
            ? t(
                "Many complaints have come in today. Please confirm yours with the link that we have mailed you.",
              )
            : t("Thank you. Your complaint has reached the admins.")}
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
            label={t("What is it about?")}
            name="reason"
            options={REASONS.map(({ value, label }) => ({ value, label: t(label) }))}
            placeholder={t("Choose")}
            defaultValue=""
          />
          <TextField
            label={t("Where is it?")}
            name="place"
            hint={t("The address of the post, profile or picture, or a name and what it shows.")}
            maxLength={PLACE_MAX}
            autoComplete="off"
          />
          <TextareaField label={t("What happened?")} name="text" maxLength={COMPLAINT_MAX} rows={5} />
          <TextField
            label={t("Your email (optional)")}
            name="email"
            type="email"
            autoComplete="email"
            hint={t("To answer you. Without it no one can.")}
          />
          {complain.error && <Alert key={complain.submittedAt}>{messageOf(complain.error)}</Alert>}
          <Button type="submit" size="lg" wide isPending={complain.isPending}>
            {t("Send")}
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** Behind the link in a mail. A press, because programs that look through mails open links, too. */
function Confirmation({ answered }: { answered: ConfirmationBody }) {
  const t = useTranslate();
  const confirm = useConfirmComplaint();
  if (confirm.isSuccess) {
    return (
      <p role="status" className="font-medium">
        {t("Thank you. Your complaint has reached the admins.")}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p>{t("Have you written the complaint that we asked you about by mail?")}</p>
      {confirm.error && <Alert key={confirm.submittedAt}>{messageOf(confirm.error)}</Alert>}
      <Button size="lg" wide isPending={confirm.isPending} onClick={() => confirm.mutate(answered)}>
        {t("Yes, I wrote it")}
      </Button>
    </div>
  );
}
