"use client";

import { useState } from "react";

/**
 * Notices a picture that does not come. `watch` goes on the <img>; `askAgain` gives it another try.
 */
export function useLostPicture() {
  const [isLost, setLost] = useState(false);
  const watch = {
    // A picture that failed before hydration has no event left to send.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setLost(true);
    },
    onError: () => setLost(true),
  };
  return { isLost, watch, askAgain: () => setLost(false) };
}
