"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { AltTextField } from "@/components/posts/alt-text-field";
import { pictureIdOf } from "@/components/posts/post-card/media-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { isComposing } from "@/lib/dom/composition";
import { useText } from "@/lib/language/text";
import { CARD_MAX, fitsCard } from "@/lib/posts/card";
import { useUpdatePost } from "@/lib/posts/client/mutations";
import { ALT_TEXT_MAX, CAPTION_MAX, mediaOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { sizedImageUrl } from "@/lib/text/media-url";
import { countCharacters } from "@/lib/text/text";

/** How long after Save the dialog closes. */
const CLOSE_DELAY_MS = 1_000;

/** The keys of texts that the server rejected, which the dialog offers again. */
const captionKey = (post: Post) => `edit ${post._id}`;
const altTextKey = (post: Post, index: number) => `edit alt ${pictureIdOf(post._id, index)}`;

function writeDrafts(post: Post, caption: string, altTexts: readonly string[]): void {
  writeDraft(captionKey(post), caption);
  for (const index of mediaOf(post).keys()) writeDraft(altTextKey(post, index), altTexts[index] ?? "");
}

/** What a card's author reads while its words differ from those in its picture. */
const CARD_CHANGES = "The card will show your new words. Its small picture keeps the first ones.";
const NO_CARD_ANY_MORE = `A card has 1 to ${CARD_MAX} characters. With these it will be a picture with a caption.`;

type Props = { post: Post; open?: boolean; onClose: () => void };

/**
 * Edits a caption and the description of the media; a card is described by its caption. The change
 * shows at once; if the server rejects it, the old texts return and the new ones are offered here
 * again. Closing asks before it discards a change.
 */
export function EditCaptionDialog({ post, open = true, onClose }: Props) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const media = mediaOf(post);
  const [caption, setCaption] = useState(readDraft(captionKey(post)) || post.caption);
  const [altTexts, setAltTexts] = useState(
    media.map((one, index) => readDraft(altTextKey(post, index)) || one.altText),
  );
  const [isPending, setIsPending] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const update = useUpdatePost();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const isChanged = caption !== post.caption || media.some((one, index) => altTexts[index] !== one.altText);
  const canClose = () => {
    const wouldLose = isChanged && !isPending;
    if (wouldLose) setIsAsking(true);
    return !wouldLose;
  };
  const discard = () => {
    writeDrafts(post, "", []);
    onClose();
  };
  const count = countCharacters(caption.trim());
  const isTooLong = count > CAPTION_MAX;
  const isAltTooLong = altTexts.some((text) => countCharacters(text.trim()) > ALT_TEXT_MAX);
  const cannotSave = isTooLong || isAltTooLong || isPending;
  const save = () => {
    if (cannotSave) return;
    setIsPending(true);
    writeDrafts(post, "", []);
    // Not with `mutate`'s callbacks: they are dropped when the dialog closes before the answer.
    const descriptions = post.kind === "card" && fitsCard(caption) ? [caption] : altTexts;
    update.mutateAsync({ post, caption, altTexts: descriptions }).catch((error: unknown) => {
      writeDrafts(post, caption, altTexts);
      toast.error(t("Couldn't save your caption. {error}", { error: messageOf(error) }));
    });
    closeTimer.current = setTimeout(onClose, CLOSE_DELAY_MS);
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
        open={open}
        onOpenChange={(next) => !next && onClose()}
        canClose={canClose}
        title={t("Edit caption")}
        initialFocus={field}
      >
        <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          <TextareaField
            ref={field}
            label={t("Caption")}
            hint={<CharCounter count={count} max={CAPTION_MAX} />}
            invalid={isTooLong}
            value={caption}
            rows={5}
            readOnly={isPending}
            onChange={(event) => setCaption(event.target.value)}
          />
          <Mentions field={field} text={caption} postId={post._id} />
          {post.kind === "card" && caption.trim() !== post.caption && (
            <p role="status" className="text-ink2 text-label">
              {t(fitsCard(caption) ? CARD_CHANGES : NO_CARD_ANY_MORE)}
            </p>
          )}
          {(post.kind === "card" ? [] : media).map((one, index) => (
            <div key={one.mediaUrl} className="flex gap-3">
              {media.length > 1 && (
                <img
                  src={sizedImageUrl(one.thumbnail, 320)}
                  alt=""
                  loading="lazy"
                  className="mt-7 size-18 shrink-0 rounded-lg bg-sunken object-cover"
                />
              )}
              <div className="min-w-0 flex-1">
                <AltTextField
                  subject={media.length > 1 ? { place: index + 1, count: media.length } : undefined}
                  value={altTexts[index] ?? ""}
                  onChange={(text) =>
                    setAltTexts(altTexts.map((old, place) => (place === index ? text : old)))
                  }
                  readOnly={isPending}
                />
              </div>
            </div>
          ))}
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
        onConfirm={discard}
      />
    </>
  );
}
