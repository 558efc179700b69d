"use client";

import { Send } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { ReceiverPicker } from "@/components/notifications/receiver-picker";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { SelectField } from "@/components/ui/select-field";
import { CharCounter, TextareaField, TextField } from "@/components/ui/text-field";
import { apiError } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { useCreateNotification } from "@/lib/notifications/client/mutations";
import { MESSAGE_MAX, MESSAGE_MISSING } from "@/lib/notifications/policy";
import type { CustomType, NewNotificationAnswer } from "@/lib/notifications/schema";
import { countCharacters } from "@/lib/text/text";

const LABELS: Record<CustomType, string> = { like: "Like", comment: "Comment", follow: "Follow" };
const TYPES = Object.entries(LABELS);

const EMPTY = { receiverId: "", type: "like" as CustomType, message: "", postId: "" };

/** Sends a notification by hand (docs/product.md, Notifications). */
export function CreateNotificationForm() {
  const t = useTranslate();
  const create = useCreateNotification();
  const [values, setValues] = useState(EMPTY);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const length = countCharacters(values.message.trim());
  const errors = wasSubmitted ? validate(values, length, t) : {};

  const set = <Name extends keyof typeof EMPTY>(name: Name, value: (typeof EMPTY)[Name]) =>
    setValues((before) => ({ ...before, [name]: value }));

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    const [firstInvalid] = Object.keys(validate(values, length, t));
    if (firstInvalid) {
      form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
      create.reset();
      return;
    }
    const { postId, ...required } = values;
    create.mutate(
      { ...required, ...(postId.trim() ? { postId } : {}) },
      {
        onSuccess: ({ created }) => {
          setWasSubmitted(false);
          // If nothing was sent, the values stay for another try.
          if (!created) return;
          // The next notification often goes to the same receiver.
          setValues((before) => ({ ...EMPTY, receiverId: before.receiverId, type: before.type }));
        },
      },
    );
  };

  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <PageHeader title={t("Create Notification")} />
      <Card bleed className="p-4 md:p-6">
        <p className="text-ink2">
          {t(
            "Send a classmate a notification. It shows that it comes from you, and you can send each person one of each type a day.",
          )}
        </p>
        <Form ref={form} onSubmit={handleSubmit} className="mt-5">
          <ReceiverPicker receiverId={values.receiverId} onChoose={(id) => set("receiverId", id)} />
          <TextField
            label={t("Receiver ID")}
            name="receiverId"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            hint={t("Choosing a person fills it in. It is the last part of the address of their profile.")}
            value={values.receiverId}
            error={errors.receiverId}
            onChange={(event) => set("receiverId", event.target.value)}
          />
          <SelectField
            label={t("Type")}
            name="type"
            options={TYPES.map(([value, label]) => ({ value, label: t(label) }))}
            value={values.type}
            onChange={(event) => set("type", event.target.value as CustomType)}
          />
          <TextareaField
            label={t("Message")}
            name="message"
            required
            hint={<CharCounter count={length} max={MESSAGE_MAX} />}
            value={values.message}
            error={errors.message}
            onChange={(event) => set("message", event.target.value)}
          />
          <TextField
            label={t("Post ID (optional)")}
            name="postId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            hint={t("A post that it is about. The ID is the last part of its address.")}
            value={values.postId}
            onChange={(event) => set("postId", event.target.value)}
          />
          <Outcome key={create.submittedAt} create={create} />
          <Button type="submit" size="lg" isPending={create.isPending} className="self-start max-md:w-full">
            <Send aria-hidden />
            {t("Create Notification")}
          </Button>
        </Form>
      </Card>
    </div>
  );
}

function Outcome({ create }: { create: ReturnType<typeof useCreateNotification> }) {
  const t = useTranslate();
  if (create.isSuccess) {
    return (
      <Alert tone={create.data.created ? "success" : "info"}>
        {create.data.created ? t("Notification created successfully!") : t(notCreatedMessage(create.data))}
      </Alert>
    );
  }
  if (!create.isError) return null;
  return (
    <Alert>
      <p>{t("Failed to create notification")}</p>
      {apiError(create.error) && <p className="font-normal">{t(create.error.message)}</p>}
    </Alert>
  );
}

function notCreatedMessage({ notification }: NewNotificationAnswer): string {
  return notification.custom
    ? "Nothing new was created: you have sent them one of this type today already, and one a day is the limit."
    : "Nothing new was created: they have been notified of that already.";
}

type Errors = { receiverId?: string; message?: string };

function validate(values: typeof EMPTY, length: number, t: Translate): Errors {
  const errors: Errors = {};
  if (!values.receiverId.trim()) errors.receiverId = t("Please enter the receiver's ID.");
  if (length === 0) errors.message = t(MESSAGE_MISSING);
  else if (length > MESSAGE_MAX)
    errors.message = t("Please keep it to {max} characters.", { max: MESSAGE_MAX });
  return errors;
}
