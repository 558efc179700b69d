"use client";

import { Maximize2, Pause, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { useTranslate } from "@/lib/language/translate";

/** How long the controls of what plays stay after the last movement over it. */
const CONTROLS_MS = 2_000;

type Props = {
  isPlaying: boolean;
  onToggle: () => void;
  /** Opens it in the lightbox; `openLabel` names the button. */
  onOpen: () => void;
  openLabel: string;
  onDoubleTap: () => void;
  /** Further buttons. */
  buttons?: ReactNode;
  /** What moves, with the handlers of taps. */
  children: (taps: ReturnType<typeof useDoubleTap>) => ReactNode;
};

/**
 * What moves in the feed, a video or a picture: a press plays and pauses, and there are controls.
 */
export function PlaybackFrame({
  isPlaying,
  onToggle,
  onOpen,
  openLabel,
  onDoubleTap,
  buttons,
  children,
}: Props) {
  const t = useTranslate();
  const controls = useFadingControls(isPlaying);
  // A finger has no hover, so its first tap brings the controls back.
  const taps = useDoubleTap((isTouch) => {
    if (isTouch && controls.areHidden) controls.show();
    else onToggle();
  }, onDoubleTap);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: movement over it only shows its controls
    <div
      className="absolute inset-0"
      onPointerMove={(event) => event.pointerType !== "touch" && controls.show()}
      onFocus={controls.show}
    >
      {children(taps)}
      {!isPlaying && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto grid size-16 place-items-center rounded-full bg-black/60 text-white"
        >
          <Play className="size-7 translate-x-0.5 fill-current" />
        </span>
      )}
      <div
        className={cx(
          "absolute inset-x-2 bottom-2 flex justify-end gap-2 transition-opacity has-focus-visible:pointer-events-auto has-focus-visible:opacity-100",
          controls.areHidden && "pointer-events-none opacity-0",
        )}
      >
        <IconButton
          tone="onMedia"
          label={isPlaying ? t("Pause") : t("Play")}
          className="mr-auto"
          onClick={onToggle}
        >
          {isPlaying ? <Pause className="fill-current" /> : <Play className="fill-current" />}
        </IconButton>
        {buttons}
        <IconButton tone="onMedia" label={openLabel} onClick={onOpen}>
          <Maximize2 />
        </IconButton>
      </div>
    </div>
  );
}

/** Hides controls a while after the last movement, as long as the video plays. */
function useFadingControls(isPlaying: boolean) {
  const [isIdle, setIsIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsIdle(true), CONTROLS_MS);
  };
  useEffect(() => {
    if (isPlaying) timer.current = setTimeout(() => setIsIdle(true), CONTROLS_MS);
    return () => {
      clearTimeout(timer.current);
      setIsIdle(false);
    };
  }, [isPlaying]);
  return {
    areHidden: isPlaying && isIdle,
    show: () => {
      setIsIdle(false);
      if (isPlaying) start();
    },
  };
}
