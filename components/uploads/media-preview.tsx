"use client";

import { Film, Pause, Play, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { StillPicture } from "@/components/uploads/still-picture";
import { mayMove } from "@/lib/dom/use-autoplay";
import { useTranslate } from "@/lib/language/translate";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * The chosen picture or video before it is posted: framed as its readers see it, and not as large.
 */
export function MediaPreview({
  media,
  frame,
  isCovered,
  onRemove,
  children,
}: {
  media: PreparedMedia;
  /** The aspect ratio of its frame. */
  frame: number;
  /** It covers the frame; otherwise it is shown whole. */
  isCovered: boolean;
  onRemove?: (() => void) | undefined;
  /** Controls over the media. */
  children?: ReactNode;
}) {
  const t = useTranslate();
  const { mediaType, objectUrl, width, fileName } = media;
  const isShown = mediaType === "image" || width > 0;
  const fit = isCovered ? "object-cover" : "object-contain";
  return (
    <div
      // As high as leaves room for the text, but never too narrow for its controls.
      style={
        isShown ? { aspectRatio: frame, maxWidth: `max(16rem, min(24rem, 40dvh) * ${frame})` } : undefined
      }
      className="relative mx-auto w-full overflow-hidden rounded-media bg-sunken"
    >
      {mediaType === "image" ? (
        <PreviewPicture media={media} fit={fit} />
      ) : width > 0 ? (
        <video
          src={objectUrl}
          aria-label={t("Your video, as it will be posted")}
          controls
          muted
          playsInline
          className={cx("absolute inset-0 size-full", fit)}
        />
      ) : (
        <p className="flex w-full items-center justify-center gap-3 px-14 py-12 text-ink2">
          <Film aria-hidden className="size-6 shrink-0" />
          <span className="min-w-0 truncate">{fileName}</span>
        </p>
      )}
      {children && <span className="absolute top-3 left-3 flex gap-2">{children}</span>}
      {onRemove && (
        <span className="absolute top-2 right-2">
          <IconButton
            tone="onMedia"
            label={mediaType === "image" ? t("Remove photo") : t("Remove video")}
            onClick={onRemove}
          >
            <X />
          </IconButton>
        </span>
      )}
    </div>
  );
}

/** A picture that moves can be stopped, and begins still where nothing moves by itself. */
function PreviewPicture({ media, fit }: { media: PreparedMedia; fit: string }) {
  const t = useTranslate();
  const { objectUrl, file, isMoving } = media;
  const [isPlaying, setPlaying] = useState(mayMove);
  const alt = t("Your choice, as it will be posted");
  // Light, as it is shown to others, whose picture may be black on transparent.
  const className = cx("absolute inset-0 size-full", fit, isMoving && "bg-white");
  if (!isMoving) {
    return (
      <>
        <img
          src={objectUrl}
          alt=""
          aria-hidden
          className="absolute inset-0 size-full scale-140 bg-white object-cover blur-xl"
        />
        <img src={objectUrl} alt={alt} className={className} />
      </>
    );
  }
  return (
    <>
      {isPlaying ? (
        <img src={objectUrl} alt={alt} className={className} />
      ) : (
        <StillPicture file={file} alt={alt} className={className} />
      )}
      <span className="absolute bottom-2 left-2">
        <IconButton
          tone="onMedia"
          label={isPlaying ? t("Pause") : t("Play")}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </IconButton>
      </span>
    </>
  );
}
