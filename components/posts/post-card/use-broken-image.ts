"use client";

import { useState } from "react";

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
