"use client";

import { Accessibility, PointerActivationConstraints, PointerSensor, StyleInjector } from "@dnd-kit/dom";
import { DragDropProvider } from "@dnd-kit/react";
import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { Check, CircleAlert, Film, Play } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { moveMedia, placeOf } from "@/components/posts/composer/draft-media";
import type { Composer } from "@/components/posts/composer/use-composer";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/progress";
import { StillPicture } from "@/components/uploads/still-picture";
import { useTranslate } from "@/lib/language/translate";
import { type ChosenMedia, isDescribed } from "@/lib/posts/client/unposted";

/** A mouse drags at once, a finger after a pause: until then it scrolls. */
const SENSORS = [
  PointerSensor.configure({
    activationConstraints: ({ pointerType }) =>
      pointerType === "touch"
        ? [new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })]
        : [new PointerActivationConstraints.Distance({ value: 5 })],
  }),
];

/** The library's style elements, which only a browser has, need the page's nonce (csp.ts). */
const nonceOfPage = () =>
  typeof document === "undefined"
    ? ""
    : (document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");

/**
 * Without its words for screen readers, which name files by their ids: `moveMedia` has our own.
 */
const pluginsOf = <Plugin,>(defaults: Plugin[]) => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  StyleInjector.configure({ nonce: nonceOfPage() }),
];

/** How each thumbnail moves: by dragging, or with the arrow keys while it has the focus. */
export function MediaStrip({ media: { items, selected, select } }: { media: Composer["media"] }) {
  const t = useTranslate();
  const hintId = useId();
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={pluginsOf}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source)) moveMedia(String(source.id), source.index);
      }}
    >
      <p id={hintId} hidden>
        {t("Arrow keys move it.")}
      </p>
      <ul aria-label={t("Photos and videos of this post")} className="flex flex-wrap gap-2">
        {items.map((item, index) => (
          <Thumbnail
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            isSelected={item === selected}
            hintId={hintId}
            onSelect={() => select(item.id)}
            onMove={(by) => moveMedia(item.id, index + by)}
          />
        ))}
      </ul>
    </DragDropProvider>
  );
}

type ThumbnailProps = {
  item: ChosenMedia;
  index: number;
  count: number;
  isSelected: boolean;
  hintId: string;
  onSelect: () => void;
  onMove: (by: 1 | -1) => void;
};

function Thumbnail({ item, index, count, isSelected, hintId, onSelect, onMove }: ThumbnailProps) {
  const t = useTranslate();
  const { ref, handleRef, isDragging } = useSortable({ id: item.id, index });
  const status = statusOf(item);
  const handleKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <li ref={ref}>
      <button
        ref={handleRef}
        type="button"
        data-thumbnail
        aria-label={[placeOf(item, index, count, t), status.words && t(status.words)]
          .filter(Boolean)
          .join(", ")}
        aria-current={isSelected || undefined}
        aria-describedby={hintId}
        onClick={onSelect}
        onKeyDown={handleKeyDown}
        className={cx(
          "relative block size-18 select-none overflow-hidden rounded-lg bg-sunken [-webkit-touch-callout:none]",
          isSelected && "ring-2 ring-brand ring-offset-2 ring-offset-surface",
          isDragging && "opacity-70",
        )}
      >
        <Picture item={item} />
        {status.mark}
        {item.phase === "ready" && (
          <span
            aria-hidden
            className="absolute bottom-1 left-1 inline-flex items-center rounded bg-black/70 px-1 font-bold text-white text-xs leading-4"
          >
            {isDescribed(item) ? <Check className="size-3" /> : "+"}
            {t("ALT")}
          </span>
        )}
      </button>
    </li>
  );
}

function Picture({ item }: { item: ChosenMedia }) {
  if (item.phase !== "ready" || item.media.width === 0)
    return <Film aria-hidden className="absolute inset-0 m-auto size-6 text-ink2" />;
  const style = "absolute inset-0 size-full object-cover pointer-events-none";
  if (item.media.isMoving) return <StillPicture file={item.media.file} alt="" className={style} />;
  if (item.mediaType === "image") {
    return <img src={item.media.objectUrl} alt="" draggable={false} className={style} />;
  }
  return (
    <>
      <video src={item.media.objectUrl} muted playsInline preload="metadata" className={style} />
      <Play aria-hidden className="absolute top-1 right-1 size-4 fill-white text-white drop-shadow" />
    </>
  );
}

const COVER = "absolute inset-0 grid place-items-center bg-black/60 font-semibold text-white text-label";

/** What is happening to a file, in words for screen readers and as a mark on its thumbnail. */
function statusOf(item: ChosenMedia) {
  const failed = (
    <span className={COVER}>
      <CircleAlert aria-hidden className="size-6" />
    </span>
  );
  const busy = (share: number) => (
    <span aria-hidden className={cx(COVER, "tabular-nums")}>
      {share > 0 && share < 1 ? `${Math.round(share * 100)}%` : <Spinner />}
    </span>
  );
  if (item.phase === "preparing") return { words: "being prepared", mark: busy(item.share) };
  if (item.phase === "failed") return { words: "can't be read", mark: failed };
  return { words: isDescribed(item) ? "described" : "without a description", mark: null };
}
