"use client";

import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { AltTextField } from "@/components/posts/alt-text-field";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useUpdatePost } from "@/lib/posts/client/mutations";
import { ALT_TEXT_MAX, CAPTION_MAX } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { countCharacters } from "@/lib/text/text";

/** How long after Save the dialog closes. */
const CLOSE_DELAY_MS = 1_000;

/** The keys of texts that the server rejected, which the dialog offers again. */
const captionKey = (post: Post) => `edit ${post._id}`;
const altTextKey = (post: Post) => `edit alt ${post._id}`;

type Props = { post: Post; open: boolean; onClose: () => void };

/**
 * Edits a caption and the description of the media. The change shows at once; if the server rejects
 * it, the old texts return and the new ones are offered here again. Closing asks before it discards
 * a change.
 */
export function EditCaptionDialog({ post, open, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hasChange = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const canClose = () => {
    if (hasChange.current) setIsAsking(true);
    return !hasChange.current;
  };
  const discard = () => {
    writeDraft(captionKey(post), "");
    writeDraft(altTextKey(post), "");
    onClose();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && onClose()}
        canClose={canClose}
        title="Edit caption"
        initialFocus={field}
      >
        <EditCaptionForm
          post={post}
          field={field}
          hasChange={hasChange}
          onCancel={() => canClose() && onClose()}
          onSaved={onClose}
        />
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard your changes?"
        description="Your changes will be lost."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        danger
        onConfirm={discard}
      />
    </>
  );
}

type FormProps = {
  post: Post;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Set to whether closing would lose a change. */
  hasChange: RefObject<boolean>;
  onCancel: () => void;
  onSaved: () => void;
};

function EditCaptionForm({ post, field, hasChange, onCancel, onSaved }: FormProps) {
  const [caption, setCaption] = useState(readDraft(captionKey(post)) || post.caption);
  const [altText, setAltText] = useState(readDraft(altTextKey(post)) || post.altText);
  const [isPending, setIsPending] = useState(false);
  const update = useUpdatePost();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  const isChanged = caption !== post.caption || altText !== post.altText;
  useEffect(() => {
    hasChange.current = isChanged && !isPending;
    return () => {
      hasChange.current = false;
    };
  }, [hasChange, isChanged, isPending]);

  const count = countCharacters(caption.trim());
  const isTooLong = count > CAPTION_MAX;
  const cannotSave = isTooLong || countCharacters(altText.trim()) > ALT_TEXT_MAX || isPending;
  const save = () => {
    if (cannotSave) return;
    setIsPending(true);
    writeDraft(captionKey(post), "");
    writeDraft(altTextKey(post), "");
    // Not with `mutate`'s callbacks: they are dropped when the dialog closes before the answer.
    update.mutateAsync({ post, caption, altText }).catch((error: unknown) => {
      writeDraft(captionKey(post), caption);
      writeDraft(altTextKey(post), altText);
      toast.error(`Couldn't save your caption. ${messageOf(error)}`);
    });
    closeTimer.current = setTimeout(onSaved, CLOSE_DELAY_MS);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-4">
      <TextareaField
        ref={field}
        label="Caption"
        hint={<CharCounter count={count} max={CAPTION_MAX} />}
        invalid={isTooLong}
        value={caption}
        rows={5}
        readOnly={isPending}
        onChange={(event) => setCaption(event.target.value)}
      />
      <AltTextField value={altText} onChange={setAltText} readOnly={isPending} />
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={cannotSave}>
          {isPending ? "Updating..." : "Save"}
        </Button>
      </div>
    </form>
  );
}
