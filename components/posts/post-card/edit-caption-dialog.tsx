"use client";

import { useEffect, useRef, useState } from "react";
import { AltTextField } from "@/components/posts/alt-text-field";
import { EditTextDialog } from "@/components/posts/edit-text-dialog";
import { pictureIdOf } from "@/components/posts/post-card/media-frame";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
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

type Props = { post: Post; open?: boolean; onClose: () => void };

/**
 * Edits a caption and the description of the media; a card is described by its caption. The change
 * shows at once; if the server rejects it, the old texts return and the new ones are offered here
 * again.
 */
export function EditCaptionDialog({ post, open = true, onClose }: Props) {
  const t = useTranslate();
  const media = mediaOf(post);
  const isCard = post.kind === "card";
  const [caption, setCaption] = useState(readDraft(captionKey(post)) || post.caption);
  const [altTexts, setAltTexts] = useState(
    media.map((one, index) => readDraft(altTextKey(post, index)) || one.altText),
  );
  const [isPending, setIsPending] = useState(false);
  const update = useUpdatePost();
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const isChanged = caption !== post.caption || media.some((one, index) => altTexts[index] !== one.altText);
  const isAltTooLong = altTexts.some((text) => countCharacters(text.trim()) > ALT_TEXT_MAX);
  const save = () => {
    setIsPending(true);
    writeDrafts(post, "", []);
    // Not with `mutate`'s callbacks: they are dropped when the dialog closes before the answer.
    const descriptions = isCard ? [caption] : altTexts;
    update.mutateAsync({ post, caption, altTexts: descriptions }).catch((error: unknown) => {
      writeDrafts(post, caption, altTexts);
      toast.error(t("Couldn't save your caption. {error}", { error: messageOf(error) }));
    });
    closeTimer.current = setTimeout(onClose, CLOSE_DELAY_MS);
  };
  return (
    <EditTextDialog
      open={open}
      title={t("Edit caption")}
      label={t("Caption")}
      text={caption}
      onText={setCaption}
      max={isCard ? CARD_MAX : CAPTION_MAX}
      rows={5}
      postId={post._id}
      isChanged={isChanged}
      canSave={!isAltTooLong && (!isCard || fitsCard(caption))}
      isPending={isPending}
      onSave={save}
      onDiscard={() => writeDrafts(post, "", [])}
      onClose={onClose}
    >
      {(isCard ? [] : media).map((one, index) => (
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
              onChange={(text) => setAltTexts(altTexts.map((old, place) => (place === index ? text : old)))}
              readOnly={isPending}
            />
          </div>
        </div>
      ))}
    </EditTextDialog>
  );
}
