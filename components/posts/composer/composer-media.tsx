"use client";

import { Check, ChevronLeft, ChevronRight, CircleAlert, Crop, Scissors } from "lucide-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { AltTextField } from "@/components/posts/alt-text-field";
import {
  describeMedia,
  editMedia,
  moveMedia,
  nounOf,
  placeOf,
  removeMedia,
  retryMedia,
} from "@/components/posts/composer/draft-media";
import type { Composer } from "@/components/posts/composer/use-composer";
import { coversFrame, frameRatio } from "@/components/posts/post-card/media-frame";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { MediaPreview } from "@/components/uploads/media-preview";
import { useTranslate } from "@/lib/language/translate";
import {
  backgroundOfItem,
  type ChosenMedia,
  isAltTextTooLong,
  isDescribed,
  type ReadyMedia,
} from "@/lib/posts/client/unposted";
import { preferences, usePreferences } from "@/lib/settings/client/preferences";

const MediaStrip = lazyComponent(() =>
  import("@/components/posts/composer/media-strip").then((module) => module.MediaStrip),
);
const CropDialog = lazyComponent(() =>
  import("@/components/posts/composer/crop-dialog").then((module) => module.CropDialog),
);
const VideoDialog = lazyComponent(() =>
  import("@/components/posts/composer/video-dialog").then((module) => module.VideoDialog),
);

/** The chosen photos and videos: one of them large, and a row of all of them to choose it from. */
export function ComposerMedia({ composer }: { composer: Composer }) {
  const t = useTranslate();
  const { media } = composer;
  const { items, selected } = media;
  if (!selected) return null;
  const index = items.indexOf(selected);
  const isAltOpen = selected.phase === "ready" && (media.isDescribing || isAltTextTooLong(selected));
  const remove = () => {
    flushSync(() => removeMedia(selected.id));
    // Its button is gone: the focus goes to the one that takes its place, or to what adds another.
    const next = document.querySelector<HTMLElement>("[data-thumbnail][aria-current]");
    const pickers = document.querySelectorAll<HTMLElement>("[data-media-picker]");
    (next ?? [...pickers].find((picker) => picker.offsetParent))?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      {items.length > 1 && <MediaStrip fallback={<Skeleton className="h-18 w-full" />} media={media} />}
      <Selected media={media} selected={selected} onRemove={remove} />
      {isAltOpen && (
        <AltTextField
          key={selected.id}
          ref={media.altField}
          value={selected.altText}
          onChange={(text) => describeMedia(selected.id, text)}
        />
      )}
      {items.length > 1 && (
        <div className="flex items-center justify-between gap-2 text-ink2 text-label">
          <span>{placeOf(selected, index, items.length, t)}</span>
          <span className="flex">
            <IconButton
              label={t("Move earlier")}
              disabled={index === 0}
              onClick={() => moveMedia(selected.id, index - 1)}
            >
              <ChevronLeft />
            </IconButton>
            <IconButton
              label={t("Move later")}
              disabled={index === items.length - 1}
              onClick={() => moveMedia(selected.id, index + 1)}
            >
              <ChevronRight />
            </IconButton>
          </span>
        </div>
      )}
    </div>
  );
}

type SelectedProps = {
  media: Composer["media"];
  selected: ChosenMedia;
  onRemove: () => void;
};

function Selected({ media, selected, onRemove }: SelectedProps) {
  const t = useTranslate();
  if (selected.phase === "preparing") {
    const percent = Math.round(selected.share * 100);
    return (
      <div className="relative">
        <Skeleton className="aspect-video w-full rounded-media" />
        <p className="absolute inset-0 grid place-items-center font-medium text-label tabular-nums">
          <span role="status">
            {selected.mediaType === "video" ? t("Preparing your video…") : t("Preparing your photo…")}
          </span>
          {percent > 0 && ` ${percent}%`}
        </p>
      </div>
    );
  }
  if (selected.phase === "failed") {
    return (
      <Failed text={`${selected.fileName}: ${t(selected.message)}`}>
        <Button variant="soft" size="sm" onClick={() => retryMedia(selected.id)}>
          {t("Retry")}
        </Button>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          {t("Remove")}
        </Button>
      </Failed>
    );
  }
  const frame = frameOf(media.items);
  // It is described by its text, which is also what changes it.
  const isCard = backgroundOfItem(selected) !== undefined;
  const toggleAlt = () => {
    flushSync(() => media.select(selected.id, { isDescribing: !media.isDescribing }));
    media.altField.current?.focus();
  };
  return (
    <>
      <MediaPreview
        media={selected.media}
        frame={frame}
        isCovered={coversFrame(selected.media, frame)}
        onRemove={onRemove}
      >
        {!isCard && <AltChip item={selected} isOpen={media.isDescribing} onPress={toggleAlt} />}
        {!isCard && <EditButton item={selected} />}
      </MediaPreview>
      {!isDescribed(selected) && (
        <p className="text-ink2 text-label">{t("Described posts reach everyone.")}</p>
      )}
      {selected.media.losesMotion && (
        <p role="status" className="flex gap-2 rounded-media bg-soft px-4 py-3 text-label">
          <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
          {t("Only the first picture of this animation will be posted. A GIF or WebP would keep moving.")}
        </p>
      )}
    </>
  );
}

/** The ratio of the post's frame in the feed: the first one's. */
const frameOf = ([first]: readonly ChosenMedia[]) =>
  frameRatio(first?.phase === "ready" ? first.media : { width: 0, height: 0 });

/** Why a file cannot be posted, and what can be done. */
function Failed({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-media bg-danger-soft px-4 py-3">
      <p className="flex min-w-40 flex-1 gap-2 font-medium text-danger text-label">
        <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
        <span className="min-w-0 break-words">{text}</span>
      </p>
      <span className="flex gap-1">{children}</span>
    </div>
  );
}

const CHIP =
  "focus-on-media touch-target inline-flex items-center gap-1 rounded-lg bg-black/70 px-2.5 py-1 font-bold text-sm text-white leading-5 tracking-wide";

type AltChipProps = { item: ReadyMedia; isOpen: boolean; onPress: () => void };

/** Opens the field for the description. */
function AltChip({ item, isOpen, onPress }: AltChipProps) {
  const t = useTranslate();
  const hasText = isDescribed(item);
  return (
    <button
      type="button"
      aria-label={hasText ? t("ALT: change the description") : t("+ ALT: add a description")}
      aria-expanded={isOpen || isAltTextTooLong(item)}
      onClick={onPress}
      className={CHIP}
    >
      {hasText ? <Check aria-hidden className="size-4" /> : "+ "}
      {t("ALT")}
    </button>
  );
}

/** Opens the dialog that crops a photo, or trims a video. */
function EditButton({ item }: { item: ReadyMedia }) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const { mediaType, width, isMoving } = item.source;
  // A browser that can't show it can't edit it either. An animated picture would stop.
  if (width === 0 || isMoving) return null;
  const isPhoto = mediaType === "image";
  const [Icon, Dialog] = isPhoto ? [Crop, CropDialog] : [Scissors, VideoDialog];
  const close = () => setIsOpen(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} className={CHIP}>
        <Icon aria-hidden className="size-4" />
        {isPhoto ? t("Crop") : t("Trim")}
      </button>
      {isOpen && <Dialog item={item} onEdit={editMedia} onClose={close} onLoadError={close} />}
    </>
  );
}

/** Asks, once for each post, whether to describe what has no description. */
export function AltReminder({ composer: { media, sending } }: { composer: Composer }) {
  const t = useTranslate();
  const { altTextReminder } = usePreferences();
  return (
    <ConfirmDialog
      open={sending.isAskingForAlt}
      onOpenChange={(open) => !open && sending.closeQuestion()}
      title={t("Add alt text?")}
      description={t("A description tells people who can't see your {media} what it shows.", {
        media: nounOf(media.items, t),
      })}
      cancelLabel={t("Add alt text")}
      confirmLabel={t("Post anyway")}
      finalFocus={media.altField}
      onCancel={sending.describeFirst}
      onConfirm={sending.publish}
    >
      <div className="mt-3">
        <Switch
          label={t("Don't ask again")}
          checked={!altTextReminder}
          onChange={(on) => preferences.setState({ altTextReminder: !on })}
        />
      </div>
    </ConfirmDialog>
  );
}
