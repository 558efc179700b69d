"use client";

import type { RefObject } from "react";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { useTranslate } from "@/lib/language/translate";
import { ALT_TEXT_MAX } from "@/lib/posts/policy";
import { countCharacters } from "@/lib/text/text";

type Props = {
  /** Which of several it describes. */
  subject?: { place: number; count: number } | undefined;
  value: string;
  onChange: (text: string) => void;
  readOnly?: boolean;
  ref?: RefObject<HTMLTextAreaElement | null>;
};

/** The author's description of a picture or video, for people who can't see it. */
export function AltTextField({ subject, value, onChange, readOnly, ref }: Props) {
  const t = useTranslate();
  const count = countCharacters(value.trim());
  return (
    <TextareaField
      ref={ref}
      label={
        subject
          ? t("Description {place} of {count}, for people who can't see it", subject)
          : t("Description for people who can't see it")
      }
      hint={<CharCounter count={count} max={ALT_TEXT_MAX} />}
      invalid={count > ALT_TEXT_MAX}
      value={value}
      rows={2}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-18"
    />
  );
}
