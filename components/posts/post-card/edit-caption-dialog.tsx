"use client";

import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useUpdateCaption } from "@/lib/posts/client/mutations";
import { CAPTION_MAX } from "@/lib/posts/limits";
import type { Post } from "@/lib/posts/schema";
import { readDraft, useDraft, writeDraft } from "@/lib/store/drafts";
import { countCharacters } from "@/lib/text/text";

/** How long after Save the dialog closes. */
const CLOSE_DELAY_MS = 1_000;

type Props = { post: Post; open: boolean; onClose: () => void };

/**
 * Edits a caption. The change shows at once; if the server rejects it, the old caption returns and
 * the new text is offered here again.
 */
export function EditCaptionDialog({ post, open, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Edit caption" initialFocus={field}>
      <EditCaptionForm post={post} field={field} onDone={onClose} />
    </Dialog>
  );
}

type FormProps = { post: Post; field: RefObject<HTMLTextAreaElement | null>; onDone: () => void };

function EditCaptionForm({ post, field, onDone }: FormProps) {
  const draftKey = `edit ${post._id}`;
  const [rejectedText, setRejectedText] = useDraft(draftKey);
  const [text, setText] = useState(readDraft(draftKey) || post.caption);
  const [isSaving, setIsSaving] = useState(false);
  const update = useUpdateCaption();
  const counterId = useId();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const count = countCharacters(text.trim());
  const isTooLong = count > CAPTION_MAX;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong || isSaving) return;
    setIsSaving(true);
    writeDraft(draftKey, "");
    // Not with `mutate`'s callbacks: they are dropped when the dialog closes before the answer.
    update.mutateAsync({ post, caption: text }).catch((error: unknown) => {
      writeDraft(draftKey, text);
      toast.error(`Your old caption is back: the change couldn't be saved. ${messageOf(error)}`);
    });
    closeTimer.current = setTimeout(onDone, CLOSE_DELAY_MS);
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-4">
      <TextareaField
        ref={field}
        label="Caption"
        hideLabel
        value={text}
        rows={5}
        readOnly={isSaving}
        aria-invalid={isTooLong || undefined}
        onChange={(event) => {
          setText(event.target.value);
          if (rejectedText) setRejectedText("");
        }}
      />
      <div className="flex items-center justify-between gap-3">
        <CharCounter id={counterId} count={count} max={CAPTION_MAX} />
        <div className="flex gap-3">
          <Button variant="secondary" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={isTooLong || isSaving} aria-describedby={counterId}>
            {isSaving ? "Updating..." : "Save"}
          </Button>
        </div>
      </div>
    </form>
  );
}
