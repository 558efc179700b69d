"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";
import { type Crop, clampCrop, cropRectangle, type Size, ZOOM_MAX } from "@/lib/uploads/crop";

type Props = {
  /** The picture, and its size in pixels. */
  media: { objectUrl: string } & Size;
  crop: Crop;
  /** The frame's width divided by its height. */
  aspect: number;
  round: boolean;
  disabled: boolean;
  onChange: (crop: Crop) => void;
};

/** How far an arrow key moves the picture, as a fraction of the visible area. */
const STEP = 0.05;

/** A crop frame. Drag, pinch, scroll, the slider and the keyboard move and zoom the picture. */
export function CropArea({ media, crop, aspect, round, disabled, onChange }: Props) {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const shown = cropRectangle(media, aspect, crop);
  const change = (next: Partial<Crop>) => {
    if (!disabled) onChange(clampCrop(media, aspect, { ...crop, ...next }));
  };
  const zoomTo = (zoom: number) => change({ zoom });

  const handlePointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    const width = frame.current?.clientWidth;
    if (!before || !width) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, now);
    if (other) {
      zoomTo((crop.zoom * distance(now, other)) / Math.max(1, distance(before, other)));
      return;
    }
    const scale = shown.width / width;
    change({ x: crop.x - (now.x - before.x) * scale, y: crop.y - (now.y - before.y) * scale });
  };
  const releasePointer = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  const handleKeyDown = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    const zoom = event.key === "+" || event.key === "=" ? 1.1 : event.key === "-" ? 1 / 1.1 : 1;
    if (x === 0 && y === 0 && zoom === 1) return;
    event.preventDefault();
    change({
      x: crop.x + x * shown.width * STEP,
      y: crop.y + y * shown.height * STEP,
      zoom: crop.zoom * zoom,
    });
  };

  return (
    <div className="flex flex-col gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture is not a form control, so a fieldset would be wrong */}
      <div
        ref={frame}
        role="group"
        aria-label={t("Picture. Move it with the arrow keys, zoom with plus and minus")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is moved with the arrow keys
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={handlePointerMove}
        onPointerUp={releasePointer}
        onPointerCancel={releasePointer}
        onWheel={(event) => zoomTo(crop.zoom * Math.exp(-event.deltaY / 500))}
        onKeyDown={handleKeyDown}
        style={{ aspectRatio: aspect }}
        className={cx(
          "relative mx-auto w-full cursor-grab touch-none select-none overflow-hidden bg-sunken active:cursor-grabbing",
          round ? "max-w-72 rounded-full" : "rounded-media",
        )}
      >
        <img
          src={media.objectUrl}
          alt=""
          draggable={false}
          style={{
            width: `${(media.width / shown.width) * 100}%`,
            height: `${(media.height / shown.height) * 100}%`,
            left: `${(-shown.x / shown.width) * 100}%`,
            top: `${(-shown.y / shown.height) * 100}%`,
          }}
          className="absolute max-w-none"
        />
      </div>
      <label className="mx-auto flex w-full max-w-72 items-center gap-3 text-ink2">
        <span className="sr-only">{t("Zoom")}</span>
        <ZoomOut aria-hidden className="size-5" />
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          disabled={disabled}
          onChange={(event) => zoomTo(event.target.valueAsNumber)}
          className="slider min-h-11 min-w-0 flex-1"
        />
        <ZoomIn aria-hidden className="size-5" />
      </label>
    </div>
  );
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);
