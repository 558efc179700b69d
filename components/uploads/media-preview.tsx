"use client";

import { Film, Pause, Play, X } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { StillPicture } from "@/components/uploads/still-picture";
import { mayMove } from "@/lib/dom/use-autoplay";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/** The chosen picture or video before it is posted: uncropped, and limited in height. */
export function MediaPreview({
  media,
  onRemove,
  children,
}: {
  media: PreparedMedia;
  onRemove?: (() => void) | undefined;
  /** Controls over the media. */
  children?: ReactNode;
}) {
  const { mediaType, objectUrl, width, height, fileName } = media;
  const shape = { aspectRatio: width > 0 ? width / height : 16 / 9 };
  return (
    <div className="relative flex justify-center overflow-hidden rounded-media bg-sunken">
      {mediaType === "image" ? (
        <PreviewPicture media={media} style={shape} />
      ) : width > 0 ? (
        <video
          src={objectUrl}
          aria-label="Your video, as it will be posted"
          style={shape}
          controls
          muted
          playsInline
          className="max-h-[min(24rem,40dvh)] max-w-full"
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
            label={mediaType === "image" ? "Remove photo" : "Remove video"}
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
function PreviewPicture({ media, style }: { media: PreparedMedia; style: CSSProperties }) {
  const { objectUrl, file, isMoving } = media;
  const [isPlaying, setPlaying] = useState(mayMove);
  const alt = "Your choice, as it will be posted";
  // Light, as it is shown to others, whose picture may be black on transparent.
  const className = "max-h-[min(24rem,40dvh)] max-w-full bg-white object-contain";
  if (!isMoving) return <img src={objectUrl} alt={alt} style={style} className={className} />;
  return (
    <>
      {isPlaying ? (
        <img src={objectUrl} alt={alt} style={style} className={className} />
      ) : (
        <StillPicture file={file} alt={alt} style={style} className={className} />
      )}
      <span className="absolute bottom-2 left-2">
        <IconButton
          tone="onMedia"
          label={isPlaying ? "Pause" : "Play"}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </IconButton>
      </span>
    </>
  );
}
