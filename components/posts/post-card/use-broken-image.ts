"use client";

import { useState } from "react";

/**
 * Notices a picture that does not come. `imageProps` goes on the <img>; `retry` gives it another try.
 */
export function useBrokenImage() {
  const [isBroken, setBroken] = useState(false);
  const imageProps = {
    // A picture that failed before hydration has no event left to send.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
    },
    onError: () => setBroken(true),
  };
  return { isBroken, imageProps, retry: () => setBroken(false) };
}
