"use client";

import { Camera, ChevronDown, Globe, ImagePlus, ImageUp, Smile } from "lucide-react";
import { useId, useRef, useState } from "react";
import { AltReminder, ComposerMedia } from "@/components/posts/composer/composer-media";
import { EmojiPicker } from "@/components/posts/composer/emoji-picker";
import type { Composer } from "@/components/posts/composer/use-composer";
import { WhoCanComment } from "@/components/posts/composer/who-can-comment";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/skeleton";
import { CharCounter } from "@/components/ui/text-field";
import { useTranslate } from "@/lib/language/translate";
import { CARD_MAX } from "@/lib/posts/card";
import { CAPTION_MAX } from "@/lib/posts/policy";
import { CANNOT_WRITE_SUSPENDED } from "@/lib/text/errors";

const CardDialog = lazyComponent(() =>
  import("@/components/posts/composer/card/card-dialog").then((module) => module.CardDialog),
);
const CameraDialog = lazyComponent(() =>
  import("@/components/uploads/camera-dialog").then((module) => module.CameraDialog),
);

/** The counter of the caption shows from here. */
const COUNTER_FROM = CAPTION_MAX - 200;

/** Shown before Post would reject it. */
const MEDIA_IS_MISSING = "Add a photo or video to post";
const OR_A_CARD = "Add a photo or video, or make a card of your words";
const TOO_LONG_FOR_A_CARD = `A card has up to ${CARD_MAX} characters. Add a photo or video to post more.`;

type Props = {
  composer: Composer;
  /** On desktop, a large area to choose or drop a file replaces the tool that chooses one. */
  hasDropArea?: boolean;
};

/** The part of an expanded composer below the text: media with its description, and messages. */
export function ComposerDetails({ composer, hasDropArea = false }: Props) {
  const t = useTranslate();
  const { notice, formId, text } = composer;
  const { items, isPreparing, openPicker } = composer.media;
  const isMediaMissing = items.length === 0 && !isPreparing;
  return (
    <>
      {/* As a page on phones, it covers the banner that says so. */}
      {composer.isSuspended && <Alert tone="info">{t(CANNOT_WRITE_SUSPENDED)}</Alert>}
      {isPreparing && items.length === 0 && <Skeleton className="aspect-video w-full rounded-media" />}
      <ComposerMedia composer={composer} />
      {isMediaMissing && hasDropArea && (
        <button
          type="button"
          data-media-picker
          onClick={openPicker}
          className="flex min-h-40 flex-col items-center justify-center gap-2 rounded-media border-2 border-brand border-dashed bg-soft px-4 text-brand transition-colors hover:bg-soft-strong max-md:hidden"
        >
          <ImageUp aria-hidden className="size-8" />
          <span className="font-semibold">{t(MEDIA_IS_MISSING)}</span>
          <span className="text-sm touch:hidden">{t("or drop it here")}</span>
        </button>
      )}
      {isMediaMissing && (
        <p
          id={`${formId}-hint`}
          className={cx("text-ink2 text-label", hasDropArea && text.count <= CARD_MAX && "md:hidden")}
        >
          {t(
            composer.sending.canBeCard
              ? OR_A_CARD
              : text.count > CARD_MAX
                ? TOO_LONG_FOR_A_CARD
                : MEDIA_IS_MISSING,
          )}
        </p>
      )}
      <WhoCanComment {...composer.whoCanComment} />
      {notice && (
        <Alert key={notice.count} tone={notice.tone}>
          {t(notice.text)}
        </Alert>
      )}
      <AltReminder composer={composer} />
    </>
  );
}

type ToolsProps = Props & {
  /** On phones, Post is at the top of the screen instead. */
  isPostAbove?: boolean;
};

/** Photo, camera and emoji, the counter, and Post. They may be outside of the form. */
export function ComposerTools({ composer, hasDropArea = false, isPostAbove = false }: ToolsProps) {
  const t = useTranslate();
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const closeCamera = () => setIsCameraOpen(false);
  const [isCardOpen, setIsCardOpen] = useState(false);
  const closeCard = () => setIsCardOpen(false);
  const { formId, text } = composer;
  const { items, canAdd, openPicker, pick } = composer.media;
  const isMediaMissing = items.length === 0;
  const emojiId = useId();
  const emojiButton = useRef<HTMLButtonElement>(null);
  const closeEmoji = () => {
    setIsEmojiOpen(false);
    emojiButton.current?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="-ml-2 flex flex-1 gap-1">
        <IconButton
          tone="brand"
          label={t("Add a photo or video")}
          data-media-picker
          disabled={!canAdd}
          onClick={openPicker}
          className={cx(canAdd && isMediaMissing && "bg-soft", hasDropArea && isMediaMissing && "md:hidden")}
        >
          <ImagePlus />
        </IconButton>
        <IconButton
          tone="brand"
          label={t("Use the camera")}
          disabled={!canAdd}
          onClick={() => setIsCameraOpen(true)}
        >
          <Camera />
        </IconButton>
        <IconButton
          ref={emojiButton}
          tone="brand"
          label={t("Add an emoji")}
          aria-expanded={isEmojiOpen}
          aria-controls={isEmojiOpen ? emojiId : undefined}
          onClick={() => setIsEmojiOpen(!isEmojiOpen)}
        >
          <Smile />
        </IconButton>
      </div>
      {isEmojiOpen && <EmojiPicker id={emojiId} onPick={text.insert} onClose={closeEmoji} />}
      <CharCounter id={`${formId}-counter`} count={text.count} max={CAPTION_MAX} from={COUNTER_FROM} />
      <span className="flex flex-wrap justify-end gap-2">
        <PostButton composer={composer} className={isPostAbove ? "max-md:hidden" : ""} />
        {composer.sending.canBeCard && (
          <Button
            onPointerEnter={CardDialog.preload}
            onFocus={CardDialog.preload}
            onClick={() => setIsCardOpen(true)}
          >
            {t("Make a card")}
          </Button>
        )}
      </span>
      {isCardOpen && <CardDialog composer={composer} onClose={closeCard} onLoadError={closeCard} />}
      {isCameraOpen && (
        <CameraDialog onCapture={(file) => pick([file])} onClose={closeCamera} onLoadError={closeCamera} />
      )}
    </div>
  );
}

/** Shows once there is text or media. */
export function PostButton({ composer, className }: { composer: Composer; className?: string }) {
  const t = useTranslate();
  const { formId, isUnfinished, sending } = composer;
  if (!isUnfinished) return null;
  return (
    <Button
      type="submit"
      form={formId}
      // Words alone go on as a card.
      variant={sending.canBeCard ? "soft" : "primary"}
      disabled={sending.isBlocked}
      aria-describedby={composer.text.isTooLong ? `${formId}-counter` : `${formId}-hint`}
      className={className}
    >
      {t("Post")}
    </Button>
  );
}

/** Who can see a post: everyone is the only choice. */
export function VisibilitySelect() {
  const t = useTranslate();
  return (
    // As high as a finger needs, over the space around its line.
    <span className="relative -my-3 inline-flex max-w-full items-center text-ink2">
      <Globe aria-hidden className="pointer-events-none absolute left-0 size-4" />
      <ChevronDown aria-hidden className="pointer-events-none absolute right-0 size-4" />
      <select
        aria-label={t("Who can see this")}
        defaultValue="everyone"
        className="min-h-11 min-w-0 appearance-none truncate bg-transparent pr-5.5 pl-5.5 text-sm"
      >
        <option value="everyone">{t("Everyone on campus")}</option>
      </select>
    </span>
  );
}
