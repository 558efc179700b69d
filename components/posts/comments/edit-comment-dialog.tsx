"use client";

import { useState } from "react";
import { EditTextDialog } from "@/components/posts/edit-text-dialog";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useEditComment } from "@/lib/comments/client/mutations";
import { COMMENT_MAX } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { isVisible } from "@/lib/text/text";

type Props = { postId: string; comment: Comment; onClose: () => void };

/**
 * Edits an own comment. The change shows at once; if the server rejects it, the old words return
 * and the new ones are offered here again.
 */
export function EditCommentDialog({ postId, comment, onClose }: Props) {
  const t = useTranslate();
  /** The key of words that the server rejected. */
  const draftKey = `edit comment ${comment._id}`;
  const [content, setContent] = useState(readDraft(draftKey) || comment.content);
  const edit = useEditComment(postId);
  const isChanged = content.trim() !== comment.content;
  const save = () => {
    writeDraft(draftKey, "");
    onClose();
    if (!isChanged) return;
    edit.mutateAsync({ comment, content }).catch((error: unknown) => {
      writeDraft(draftKey, content);
      toast.error(failureMessage(error, t("That comment couldn't be changed. Please try again.")));
    });
  };
  return (
    <EditTextDialog
      title={t("Edit comment")}
      label={t("Comment")}
      text={content}
      onText={setContent}
      max={COMMENT_MAX}
      rows={4}
      postId={postId}
      isChanged={isChanged}
      canSave={isVisible(content)}
      onSave={save}
      onDiscard={() => writeDraft(draftKey, "")}
      onClose={onClose}
    />
  );
}
