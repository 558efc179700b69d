"use client";

import { Camera, Check, ChevronDown, Globe, ImagePlus, ImageUp, Smile } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AltTextField } from "@/components/posts/alt-text-field";
import { EmojiPicker } from "@/components/posts/composer/emoji-picker";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ProgressBar } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { CharCounter } from "@/components/ui/text-field";
import { MediaPreview } from "@/components/uploads/media-preview";
import { CAPTION_MAX, POST_UPLOADED } from "@/lib/posts/policy";

const CameraDialog = lazyComponent(() =>
  import("@/components/uploads/camera-dialog").then((module) => module.CameraDialog),
);

/** The counter of the caption shows from here. */
const COUNTER_FROM = CAPTION_MAX - 200;

/** Shown before Post would reject it. */
const MEDIA_IS_MISSING = "Add a photo or video to post";

type Props = {
  composer: Composer;
  /** On desktop, a large area to choose or drop a file replaces the tool that chooses one. */
  hasDropArea?: boolean;
};

/** The part of an expanded composer below the text: media with its description, and messages. */
export function ComposerDetails({ composer, hasDropArea = false }: Props) {
  const { media, isPreparing, notice, formId } = composer;
  const isMediaMissing = !media && !isPreparing;
  return (
    <>
      {isPreparing && <Skeleton className="aspect-video w-full rounded-media" />}
      {media && !isPreparing && <DescribedMedia composer={composer} media={media} />}
      {isMediaMissing && hasDropArea && (
        <button
          type="button"
          data-media-picker
          onClick={composer.openPicker}
          className="flex min-h-40 flex-col items-center justify-center gap-2 rounded-media border-2 border-brand border-dashed bg-soft px-4 text-brand transition-colors hover:bg-soft-strong max-md:hidden"
        >
          <ImageUp aria-hidden className="size-8" />
          <span className="font-semibold">{MEDIA_IS_MISSING}</span>
          <span className="text-sm touch:hidden">or drop it here</span>
        </button>
      )}
      {isMediaMissing && (
        <p id={`${formId}-hint`} className={cx("text-ink2 text-label", hasDropArea && "md:hidden")}>
          {MEDIA_IS_MISSING}
        </p>
      )}
      {notice && (
        <Alert key={notice.count} tone={notice.tone}>
          {notice.text}
        </Alert>
      )}
      {composer.isDone && (
        <>
          <ProgressBar value={100} label="Upload progress" />
          <Alert tone="success">{POST_UPLOADED}</Alert>
        </>
      )}
      <UploadProgress composer={composer} />
    </>
  );
}

/** The chosen media, with a chip that opens the field for its description. */
function DescribedMedia({ composer, media }: { composer: Composer; media: NonNullable<Composer["media"]> }) {
  const [isAltOpen, setIsAltOpen] = useState(false);
  const altField = useRef<HTMLTextAreaElement>(null);
  const isLocked = composer.isPending || composer.isDone;
  const isOpen = isAltOpen || composer.isAltTooLong;
  const remove = () => {
    flushSync(composer.removeMedia);
    // Its button is gone: the focus goes to what adds another file.
    const pickers = document.querySelectorAll<HTMLElement>("[data-media-picker]");
    [...pickers].find((picker) => picker.offsetParent)?.focus();
  };
  const toggleAlt = () => {
    flushSync(() => setIsAltOpen(!isOpen));
    altField.current?.focus();
  };
  return (
    <>
      <MediaPreview media={media} onRemove={isLocked ? undefined : remove}>
        <button
          type="button"
          aria-label={composer.altText ? "ALT: change the description" : "+ ALT: add a description"}
          aria-expanded={isOpen}
          disabled={isLocked}
          onClick={toggleAlt}
          className="focus-on-media touch-target inline-flex items-center gap-1 rounded-lg bg-black/70 px-2.5 py-1 font-bold text-sm text-white leading-5 tracking-wide"
        >
          {composer.altText ? <Check aria-hidden className="size-4" /> : "+ "}
          ALT
        </button>
      </MediaPreview>
      {isOpen && (
        <AltTextField
          ref={altField}
          value={composer.altText}
          readOnly={isLocked}
          onChange={composer.setAltText}
        />
      )}
    </>
  );
}

function UploadProgress({ composer }: { composer: Composer }) {
  const { state } = composer;
  if (state.phase !== "working") return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-11 items-center justify-between gap-3 text-label">
        <span role="status" className="font-medium">
          {state.step}
        </span>
        <span className="ml-auto text-ink2 tabular-nums">{Math.round(state.progress)}%</span>
        {state.canCancel && (
          <Button variant="ghost" size="sm" onClick={composer.cancel}>
            Cancel
          </Button>
        )}
      </div>
      <ProgressBar value={state.progress} label="Upload progress" />
    </div>
  );
}

type ToolsProps = Props & {
  /** On phones, Post is at the top of the screen instead. */
  isPostAbove?: boolean;
};

/** Photo, camera and emoji, the counter, and Post. They may be outside of the form. */
export function ComposerTools({ composer, hasDropArea = false, isPostAbove = false }: ToolsProps) {
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const closeCamera = () => setIsCameraOpen(false);
  const { media, formId } = composer;
  const isLocked = composer.isPending || composer.isDone;
  const canAddMedia = !media && !composer.isPreparing && !isLocked;
  const areEmojiShown = isEmojiOpen && !isLocked;
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
          label="Add a photo or video"
          data-media-picker
          disabled={!canAddMedia}
          onClick={composer.openPicker}
          className={cx(canAddMedia && "bg-soft", hasDropArea && "md:hidden")}
        >
          <ImagePlus />
        </IconButton>
        <IconButton
          tone="brand"
          label="Use the camera"
          disabled={!canAddMedia}
          onClick={() => setIsCameraOpen(true)}
        >
          <Camera />
        </IconButton>
        <IconButton
          ref={emojiButton}
          tone="brand"
          label="Add an emoji"
          aria-expanded={areEmojiShown}
          aria-controls={areEmojiShown ? emojiId : undefined}
          disabled={isLocked}
          onClick={() => setIsEmojiOpen(!isEmojiOpen)}
        >
          <Smile />
        </IconButton>
      </div>
      {areEmojiShown && <EmojiPicker id={emojiId} onPick={composer.insert} onClose={closeEmoji} />}
      <CharCounter id={`${formId}-counter`} count={composer.count} max={CAPTION_MAX} from={COUNTER_FROM} />
      <PostButton composer={composer} className={isPostAbove ? "max-md:hidden" : ""} />
      {isCameraOpen && (
        <CameraDialog
          onCapture={(file) => composer.pick([file])}
          onClose={closeCamera}
          onLoadError={closeCamera}
        />
      )}
    </div>
  );
}

/** Shows once there is text or media. */
export function PostButton({ composer, className }: { composer: Composer; className?: string }) {
  const { formId, text, media, isTooLong, isAltTooLong } = composer;
  if (text.trim() === "" && !media) return null;
  return (
    <Button
      type="submit"
      form={formId}
      isPending={composer.isPending}
      disabled={isTooLong || isAltTooLong || composer.isDone || composer.isPreparing}
      aria-describedby={isTooLong ? `${formId}-counter` : `${formId}-hint`}
      className={className}
    >
      Post
    </Button>
  );
}

/** Who can see a post. `Everyone` is the only choice so far. */
export function VisibilitySelect({ disabled }: { disabled: boolean }) {
  return (
    <span className="relative -my-1.5 inline-flex items-center text-brand">
      {/* The pill is a separate element, so that the control itself has a full touch target. */}
      <span aria-hidden className="absolute inset-x-0 inset-y-1.5 rounded-full bg-soft" />
      <Globe aria-hidden className="pointer-events-none absolute left-2.5 size-4" />
      <select
        aria-label="Who can see this"
        disabled={disabled}
        defaultValue="everyone"
        className="relative min-h-11 appearance-none rounded-full bg-transparent pr-7 pl-8 font-semibold text-sm"
      >
        <option value="everyone">Everyone</option>
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-4" />
    </span>
  );
}
