"use client";

import { Camera, ChevronDown, Globe, ImagePlus, ImageUp, Smile } from "lucide-react";
import { useId, useState } from "react";
import { EmojiPicker } from "@/components/posts/composer/emoji-picker";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ProgressBar } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { CharCounter, TextField } from "@/components/ui/text-field";
import { MediaPreview } from "@/components/uploads/media-preview";
import { ALT_TEXT_MAX, CAPTION_MAX } from "@/lib/posts/limits";

const CameraDialog = lazyComponent(() =>
  import("@/components/uploads/camera-dialog").then((module) => module.CameraDialog),
);

type Props = {
  composer: Composer;
  onOpenPicker: () => void;
  /** Shows a large area to choose or drop files. */
  isRoomy: boolean;
};

/** The part of an expanded composer below the text: media, toolbar, progress and Post. */
export function ComposerDetails({ composer, onOpenPicker, isRoomy }: Props) {
  const { media, isPreparing, isPending, isDone, notice, text } = composer;
  const isLocked = isPending || isDone;
  const canAddMedia = !media && !isPreparing;
  return (
    <>
      {isPreparing && <Skeleton className="aspect-video w-full rounded-media" />}
      {media && !isPreparing && (
        <>
          <MediaPreview media={media} onRemove={isLocked ? undefined : composer.removeMedia} />
          <TextField
            label="Description for people who can't see it (optional)"
            value={composer.altText}
            maxLength={ALT_TEXT_MAX}
            readOnly={isLocked}
            onChange={(event) => composer.setAltText(event.target.value)}
          />
        </>
      )}
      {canAddMedia && isRoomy && (
        <button
          type="button"
          onClick={onOpenPicker}
          className="flex min-h-40 flex-col items-center justify-center gap-2 rounded-media border-2 border-line-strong border-dashed px-4 text-ink2 transition-colors hover:border-brand hover:bg-soft hover:text-brand"
        >
          <ImageUp aria-hidden className="size-8" />
          <span className="font-semibold">Choose a photo or video</span>
          <span className="text-sm touch:hidden">or drop it here</span>
        </button>
      )}
      {notice && (
        <Alert key={notice.count} tone={notice.tone}>
          {notice.text}
        </Alert>
      )}
      {isDone && (
        <>
          <ProgressBar value={100} label="Upload progress" />
          <Alert tone="success">Post uploaded successfully!</Alert>
        </>
      )}
      {composer.state.phase === "working" && <Progress composer={composer} />}
      <Toolbar
        composer={composer}
        onOpenPicker={canAddMedia ? onOpenPicker : undefined}
        isLocked={isLocked}
      />
      {text.trim() === "" && !media && isRoomy && <p className="sr-only">Add a photo or video to post.</p>}
    </>
  );
}

function Progress({ composer }: { composer: Composer }) {
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

function Toolbar({
  composer,
  onOpenPicker,
  isLocked,
}: {
  composer: Composer;
  onOpenPicker: (() => void) | undefined;
  isLocked: boolean;
}) {
  const [isEmojiOpen, setIsEmojiOpen] = useState(false);
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const closeCamera = () => setIsCameraOpen(false);
  const areEmojiShown = isEmojiOpen && !isLocked;
  const emojiId = useId();
  const counterId = useId();
  const { text, media, count, isTooLong, isPending } = composer;
  const canPost = text.trim() !== "" || media !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <div className="-ml-2 flex flex-1">
          <IconButton
            tone="brand"
            label="Add a photo or video"
            disabled={isLocked || !onOpenPicker}
            onClick={onOpenPicker}
          >
            <ImagePlus />
          </IconButton>
          <IconButton
            tone="brand"
            label="Use the camera"
            disabled={isLocked || !onOpenPicker}
            onClick={() => setIsCameraOpen(true)}
          >
            <Camera />
          </IconButton>
          <IconButton
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
        <CharCounter id={counterId} count={count} max={CAPTION_MAX} />
        {canPost && (
          <Button
            type="submit"
            className="ml-3"
            isPending={isPending}
            disabled={isTooLong || composer.isDone || composer.isPreparing}
            aria-describedby={isTooLong ? counterId : undefined}
          >
            Post
          </Button>
        )}
      </div>
      {areEmojiShown && <EmojiPicker id={emojiId} onPick={composer.insert} />}
      {isCameraOpen && (
        <CameraDialog
          onCapture={(file) => composer.pick([file])}
          onClose={closeCamera}
          onLoadError={closeCamera}
        />
      )}
    </>
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
