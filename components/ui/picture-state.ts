"use client";

import { useEffect, useState } from "react";

/**
 * The light background under a picture that has loaded: black on transparent is made to be seen on
 * a page, whatever the theme. Before, it would hide the placeholder.
 */
export const backgroundOf = (isLoaded: boolean) => (isLoaded ? "bg-white" : undefined);

/**
 * Detects an image that fails to load, or has loaded. Spread `imageProps` on the <img>; `retry`
 * tries again, and so does coming back online.
 */
export function useBrokenImage() {
  const [isBroken, setIsBroken] = useState(false);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!isBroken) return;
    const retry = () => setIsBroken(false);
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [isBroken]);
  const imageProps = {
    // An image that loaded or failed before hydration fires no event any more.
    ref: (image: HTMLImageElement | null) => {
      if (!image?.complete || !image.currentSrc) return;
      if (image.naturalWidth === 0) setIsBroken(true);
      else setIsLoaded(true);
    },
    onError: () => setIsBroken(true),
    onLoad: () => setIsLoaded(true),
  };
  return { isBroken, isLoaded, imageProps, retry: () => setIsBroken(false) };
}
