"use client";

import * as Slider from "@radix-ui/react-slider";
import { useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import type { EditedMedia, MediaEdit, VideoEdit } from "@/lib/posts/client/unposted";
import type { PreparedMedia } from "@/lib/uploads/client/prepared-media";
import { prepareVideo, videoWithPosterAt } from "@/lib/uploads/client/video";

/** A slider moves by this many seconds, and no part is shorter than a second. */
const STEP = 0.1;
const SHORTEST = 1;

type Props = {
  item: EditedMedia & { id: string };
  onEdit: (id: string, media: PreparedMedia, edit: MediaEdit | undefined) => void;
  onClose: () => void;
};

/** Trims a video and chooses its cover frame, from the video as it was chosen. */
export function VideoDialog({ item, onEdit, onClose }: Props) {
  const t = useTranslate();
  const { id, source, edit } = item;
  const video = useRef<HTMLVideoElement>(null);
  const [duration, setDuration] = useState(source.duration ?? 0);
  const [chosen, setChosen] = useState<VideoEdit | undefined>(edit && "from" in edit ? edit : undefined);
  const part = chosen ?? { from: 0, to: duration, posterAt: 0 };
  const { progress, error, apply, cancel } = useVideoEdit(source, duration, (media, applied) => {
    onEdit(id, media, applied);
    onClose();
  });
  const isPending = progress !== undefined;

  const change = (next: Partial<VideoEdit>, shownAt: number) => {
    const { from, to, posterAt } = { ...part, ...next };
    setChosen({ from, to, posterAt: Math.min(Math.max(posterAt, from), to) });
    if (video.current) video.current.currentTime = shownAt;
  };
  const changePart = ([from = 0, to = duration]: number[]) =>
    change({ from, to }, from === part.from ? to : from);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      canClose={() => !isPending}
      title={t("Edit video")}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={isPending ? cancel : onClose}>
            {t("Cancel")}
          </Button>
          <Button isPending={isPending} onClick={() => apply(chosen)}>
            {t("Apply")}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <video
          ref={video}
          src={source.objectUrl}
          aria-label={t("Your video")}
          muted
          playsInline
          preload="auto"
          // The length of a recording is known only once it is read.
          onDurationChange={({ currentTarget: { duration: length } }) =>
            Number.isFinite(length) && setDuration(length)
          }
          className="mx-auto max-h-[40dvh] max-w-full rounded-media bg-sunken"
        />
        <div>
          <p className="flex justify-between font-medium text-label">
            {t("Part")}
            <span className="text-ink2 tabular-nums">{`${clock(part.from)} – ${clock(part.to)}`}</span>
          </p>
          <Track
            labels={[t("Start"), t("End")]}
            range={[0, duration]}
            value={[part.from, part.to]}
            disabled={isPending || duration <= SHORTEST}
            onChange={changePart}
          />
        </div>
        <div>
          <p className="flex justify-between font-medium text-label">
            {t("Cover")}
            <span className="text-ink2 tabular-nums">{clock(part.posterAt)}</span>
          </p>
          <Track
            labels={[t("Cover")]}
            range={[part.from, part.to]}
            value={[part.posterAt]}
            disabled={isPending}
            onChange={([posterAt = 0]) => change({ posterAt }, posterAt)}
          />
        </div>
        {isPending && <ProgressBar value={progress * 100} label={t("Trimming your video")} />}
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  );
}

type TrackProps = {
  /** The name of each handle. */
  labels: string[];
  range: [from: number, to: number];
  value: number[];
  disabled: boolean;
  onChange: (value: number[]) => void;
};

/** A time line with a handle for each label. Arrow keys move the focused one. */
function Track({ labels, range: [min, max], value, disabled, onChange }: TrackProps) {
  return (
    <Slider.Root
      min={min}
      max={Math.max(max, min + STEP)}
      step={STEP}
      minStepsBetweenThumbs={SHORTEST / STEP}
      value={value}
      disabled={disabled}
      onValueChange={onChange}
      className="relative flex h-11 touch-none select-none items-center data-disabled:opacity-50"
    >
      <Slider.Track className="relative h-1.5 grow rounded-full bg-line-strong">
        <Slider.Range className="absolute h-full rounded-full bg-brand" />
      </Slider.Track>
      {labels.map((label, index) => (
        <Slider.Thumb
          key={label}
          aria-label={label}
          aria-valuetext={clock(value[index] ?? 0)}
          className="touch-target block size-6 rounded-full border-2 border-surface bg-brand shadow-float"
        />
      ))}
    </Slider.Root>
  );
}

/** Applies an edit; `progress` (0 to 1) is set until then. */
function useVideoEdit(
  source: PreparedMedia,
  duration: number,
  onDone: (media: PreparedMedia, edit: VideoEdit | undefined) => void,
) {
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const apply = async (edit: VideoEdit | undefined) => {
    if (!edit) return onDone(source, undefined);
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProgress(0);
    setError(undefined);
    const isWhole = edit.from <= 0 && edit.to >= duration - STEP / 2;
    try {
      const options = { part: edit, signal, onProgress: setProgress };
      const part = isWhole ? source : await prepareVideo(source.file, options);
      signal.throwIfAborted();
      const media = await videoWithPosterAt(part, isWhole ? edit.posterAt : edit.posterAt - edit.from);
      if (media.objectUrl !== part.objectUrl && part !== source) URL.revokeObjectURL(part.objectUrl);
      signal.throwIfAborted();
      onDone(media, edit);
    } catch (reason) {
      setProgress(undefined);
      if (!signal.aborted) setError(messageOf(reason));
    }
  };
  return { progress, error, apply, cancel: () => running.current?.abort() };
}

/** `1:02.5` */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = `${Math.floor((tenths % 600) / 10)}`.padStart(2, "0");
  return `${Math.floor(tenths / 600)}:${rest}.${tenths % 10}`;
}
