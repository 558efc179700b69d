"use client";

import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import { Alert } from "@/components/ui/alert";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { CharCounter } from "@/components/ui/text-field";
import { isComposing } from "@/lib/dom/composition";
import type { Counted } from "@/lib/dom/field-hooks";
import { countCharacters, isVisible } from "@/lib/text/text";

type Props = {
  ref?: Ref<HTMLTextAreaElement>;
  /** With an ellipsis it is the placeholder, too. */
  label: string;
  sendLabel: string;
  text: string;
  onChange: (text: string) => void;
  /** Called with a text that is neither empty nor too long. */
  onSend: (text: string) => void;
  /**
   * On touch screens, whose keyboards have no Shift+Enter, Enter breaks the line. Elsewhere it
   * sends.
   */
  breaksLineOnTouch?: boolean;
  onEscape?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  max: number;
  /** The counter shows from this many characters on. */
  counterFrom: number;
  failure: Counted<{ message: string }> | undefined;
  className?: string;
  /** Before the field. */
  start?: ReactNode;
  /** Below the field. */
  children?: ReactNode;
};

/** A field that grows with what is written, and the button that sends it: comments, messages. */
export function SendField({
  ref,
  label,
  sendLabel,
  text,
  onChange,
  onSend,
  breaksLineOnTouch = false,
  onEscape,
  max,
  counterFrom,
  failure,
  className,
  start,
  children,
}: Props) {
  const counterId = useId();
  const count = countCharacters(text.trim());
  const isTooLong = count > max;
  const canSend = isVisible(text) && !isTooLong;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (canSend) onSend(text);
    // The button is off now, and one more is likely.
    event.currentTarget.querySelector("textarea")?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (event.key === "Escape") onEscape?.(event);
    if (event.key !== "Enter" || event.shiftKey) return;
    if (breaksLineOnTouch && window.matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    if (canSend) onSend(text);
  };
  return (
    <form onSubmit={handleSubmit} className={cx("@container flex flex-col gap-2", className)}>
      {/* With large text on a small phone, the field has a line of its own. */}
      <div className="flex @max-[12rem]:flex-wrap items-end justify-end gap-2">
        {start}
        <textarea
          ref={ref}
          aria-label={label}
          placeholder={`${label}…`}
          rows={1}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={counterId}
          enterKeyHint={breaksLineOnTouch ? undefined : "send"}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={handleKeyDown}
          className="text-field field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 @max-[12rem]:basis-full resize-none rounded-[1.375rem] bg-sunken px-4 py-2.5"
        />
        <IconButton type="submit" label={sendLabel} tone="brand" disabled={!canSend}>
          <SendHorizontal />
        </IconButton>
      </div>
      {children}
      <CharCounter id={counterId} count={count} max={max} from={counterFrom} />
      {failure && <Alert key={failure.count}>{failure.message}</Alert>}
    </form>
  );
}
