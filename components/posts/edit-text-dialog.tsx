"use client";

import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { isComposing } from "@/lib/dom/composition";
import { useTranslate } from "@/lib/language/translate";
import { countCharacters } from "@/lib/text/text";

type Props = {
  open?: boolean;
  title: string;
  /** The name of the field. */
  label: string;
  text: string;
  onText: (text: string) => void;
  max: number;
  rows: number;
  /** The post whose people are offered after `@`. */
  postId: string;
  /** Whether anything differs from what is stored: closing then asks first. */
  isChanged: boolean;
  canSave: boolean;
  /** Whether it is being saved: nothing can be changed until then. */
  isPending?: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onClose: () => void;
  /** More fields, below that of the text. */
  children?: ReactNode;
};

/** Edits a text that others read. Ctrl+Enter saves; closing asks before it discards a change. */
export function EditTextDialog({
  open = true,
  title,
  label,
  text,
  onText,
  max,
  rows,
  postId,
  isChanged,
  canSave,
  isPending = false,
  onSave,
  onDiscard,
  onClose,
  children,
}: Props) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const count = countCharacters(text.trim());
  const cannotSave = !canSave || count > max || isPending;
  const canClose = () => {
    const wouldLose = isChanged && !isPending;
    if (wouldLose) setIsAsking(true);
    return !wouldLose;
  };
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!cannotSave) onSave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isComposing(event)) save(event);
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        canClose={canClose}
        title={title}
        initialFocus={field}
      >
        <form onSubmit={save} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          <TextareaField
            ref={field}
            label={label}
            hint={<CharCounter count={count} max={max} />}
            invalid={count > max}
            value={text}
            rows={rows}
            readOnly={isPending}
            onChange={(event) => onText(event.target.value)}
          />
          <Mentions field={field} text={text} postId={postId} />
          {children}
          <div className="flex justify-end gap-3">
            <Button variant="secondary" onClick={() => canClose() && onClose()}>
              {t("Cancel")}
            </Button>
            <Button type="submit" disabled={cannotSave}>
              {isPending ? t("Updating...") : t("Save")}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("Discard your changes?")}
        description={t("Your changes will be lost.")}
        cancelLabel={t("Keep editing")}
        confirmLabel={t("Discard")}
        danger
        onConfirm={() => {
          onDiscard();
          onClose();
        }}
      />
    </>
  );
}
