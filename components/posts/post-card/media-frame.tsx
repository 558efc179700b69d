"use client";

import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";

/**
 * The aspect ratio of the frame follows the media between 4:5 and 1.91:1. Taller or wider media is
 * shown whole inside the frame. On desktop the frame leaves room for the actions below it.
 */
const TALLEST = 4 / 5;
const WIDEST = 1.91;

function frameRatio(width: number, height: number): number {
  const ratio = width > 0 && height > 0 ? width / height : 1;
  return Math.min(WIDEST, Math.max(TALLEST, ratio));
}

/** Reserves the space of a picture or video before it loads, and shows its blurred placeholder. */
export function MediaFrame({
  width,
  height,
  placeholder,
  className,
  children,
}: {
  width: number;
  height: number;
  placeholder: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      style={{ aspectRatio: frameRatio(width, height) }}
      className={cx("relative w-full overflow-hidden bg-sunken md:max-h-[72dvh]", className)}
    >
      {placeholder.startsWith("data:image/") && (
        <img
          src={placeholder}
          alt=""
          aria-hidden
          className="absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      {children}
    </div>
  );
}

/** Detects an image that fails to load. Spread `imageProps` on the <img>; `retry` tries again. */
export function useBrokenImage() {
  const [isBroken, setIsBroken] = useState(false);
  const imageProps = {
    // An image that failed before hydration fires no error event any more.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setIsBroken(true);
    },
    onError: () => setIsBroken(true),
  };
  return { isBroken, imageProps, retry: () => setIsBroken(false) };
}
