"use client";

import { type FormEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { CharCounter } from "@/components/ui/text-field";
import { useTranslate } from "@/lib/language/translate";
import { MESSAGE_MAX } from "@/lib/messages/policy";
import { countCharacters } from "@/lib/text/text";

/** The counter shows from this many characters on. */
const COUNTER_FROM = MESSAGE_MAX - 200;

type Props = {
  /** How many are chosen. */
  people: number;
  note: string;
  onChange: (note: string) => void;
  isPending: boolean;
  onSend: () => void;
};

/** What to say with the post, if anything, and Send. */
export function SendNote({ people, note, onChange, isPending, onSend }: Props) {
  const t = useTranslate();
  const counterId = useId();
  const count = countCharacters(note.trim());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (count <= MESSAGE_MAX) onSend();
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <textarea
        aria-label={t("Write a note (optional)")}
        placeholder={t("Write a note…")}
        rows={1}
        value={note}
        aria-invalid={count > MESSAGE_MAX || undefined}
        aria-describedby={counterId}
        onChange={(event) => onChange(event.target.value)}
        className="text-field field-sizing-content max-h-28 min-h-11 resize-none rounded-[1.375rem] bg-sunken px-4 py-2.5"
      />
      <CharCounter id={counterId} count={count} max={MESSAGE_MAX} from={COUNTER_FROM} />
      <Button type="submit" wide isPending={isPending}>
        {people === 1 ? t("Send") : t("Send to {people}", { people })}
      </Button>
    </form>
  );
}
