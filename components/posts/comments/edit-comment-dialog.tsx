"use client";

import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useEditComment } from "@/lib/comments/client/mutations";
import { COMMENT_MAX } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { isComposing } from "@/lib/dom/composition";
import { useText } from "@/lib/language/text";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { countCharacters, isVisible } from "@/lib/text/text";

/** The key of words that the server rejected, which the dialog offers again. */
const draftKey = (comment: Comment) => `edit comment ${comment._id}`;

type Props = { postId: string; comment: Comment; onClose: () => void };

/**
 * Edits an own comment. The change shows at once; if the server rejects it, the old words return
 * and the new ones are offered here again. Closing asks before it discards a change.
 */
export function EditCommentDialog({ postId, comment, onClose }: Props) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState(readDraft(draftKey(comment)) || comment.content);
  const [isAsking, setIsAsking] = useState(false);
  const edit = useEditComment(postId);
  const count = countCharacters(content.trim());
  const isChanged = content.trim() !== comment.content;
  const canSave = isVisible(content) && count <= COMMENT_MAX;
  const canClose = () => {
    if (isChanged) setIsAsking(true);
    return !isChanged;
  };
  const save = () => {
    if (!canSave) return;
    writeDraft(draftKey(comment), "");
    onClose();
    if (!isChanged) return;
    edit.mutateAsync({ comment, content }).catch((error: unknown) => {
      writeDraft(draftKey(comment), content);
      toast.error(failureMessage(error, t("That comment couldn't be changed. Please try again.")));
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    save();
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => !next && onClose()}
        canClose={canClose}
        title={t("Edit comment")}
        initialFocus={field}
      >
        <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          <TextareaField
            ref={field}
            label={t("Comment")}
            hint={<CharCounter count={count} max={COMMENT_MAX} />}
            invalid={count > COMMENT_MAX}
            value={content}
            rows={4}
            onChange={(event) => setContent(event.target.value)}
          />
          <Mentions field={field} text={content} postId={postId} />
          <div className="flex justify-end gap-3">
            <Button variant="secondary" onClick={() => canClose() && onClose()}>
              {t("Cancel")}
            </Button>
            <Button type="submit" disabled={!canSave}>
              {t("Save")}
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
          writeDraft(draftKey(comment), "");
          onClose();
        }}
      />
    </>
  );
}
