"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { staffName } from "@/components/moderation/case-parts";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { isComposing } from "@/lib/dom/composition";
import { useTranslate } from "@/lib/language/translate";
import { useLeaveNote } from "@/lib/moderation/client/mutations";
import { NOTE_MAX } from "@/lib/moderation/policy";
import type { CaseDetail } from "@/lib/moderation/schema";
import { countCharacters } from "@/lib/text/text";

/** What the staff tell each other about a case, and leaving another note. */
export function CaseNotes({ item: { _id, notes } }: { item: CaseDetail }) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const leave = useLeaveNote(_id);
  const count = countCharacters(text.trim());
  const canSend = count > 0 && count <= NOTE_MAX;
  const send = () => {
    if (canSend && !leave.isPending) leave.mutate(text.trim(), { onSuccess: () => setText("") });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    // Here it leaves the note, and does not decide the case.
    event.preventDefault();
    send();
  };
  return (
    <Card bleed className="flex flex-col gap-3 p-4 md:p-6">
      <h2 className="text-lg">{t("Notes for colleagues")}</h2>
      {notes.length > 0 && (
        <ul aria-label={t("Notes")} className="flex flex-col gap-3">
          {notes.map((note) => (
            <li key={note._id} className="text-label">
              <p className="flex flex-wrap gap-x-2 text-ink2 text-sm">
                <span className="font-semibold">{staffName(note.author, t)}</span>
                <RelativeTime at={note.createdAt} style="exact" />
              </p>
              <p className="free-text">{note.text}</p>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={handleSubmit}>
        <TextareaField
          label={t("Note")}
          hideLabel
          name="note"
          rows={2}
          placeholder={t("Only the staff who see this case read it")}
          value={text}
          hint={count > NOTE_MAX * 0.8 ? <CharCounter count={count} max={NOTE_MAX} /> : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {leave.isError && <Alert key={leave.submittedAt}>{messageOf(leave.error)}</Alert>}
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          className="self-start"
          disabled={!canSend}
          isPending={leave.isPending}
        >
          {t("Leave note")}
        </Button>
      </Form>
    </Card>
  );
}
