"use client";

import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { pictureIdOf, pictureOf } from "@/components/posts/post-card/media-frame";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const Lightbox = lazyComponent(() =>
  import("@/components/posts/lightbox/lightbox").then((module) => module.Lightbox),
);

/** Loads the lightbox ahead of the press that opens it. */
export const preloadLightbox = Lightbox.preload;

/** The lightbox over `posts`. Render `lightbox`; `openMedia` is the same function for good. */
export function useLightbox(posts: Post[]): {
  openMedia: (post: Post, index: number) => void;
  lightbox: ReactNode;
} {
  const [openId, setOpenId] = useState<string>();
  const [openMedia] = useState(() => (post: Post, index: number) => {
    const id = pictureIdOf(post._id, index);
    grow(id, () => setOpenId(id));
  });
  const close = (id: string) => shrink(id, () => setOpenId(undefined));
  const lightbox = openId && (
    <Lightbox
      posts={posts}
      openId={openId}
      onMove={setOpenId}
      onClose={() => close(openId)}
      onLoadError={() => setOpenId(undefined)}
    />
  );
  return { openMedia, lightbox };
}

/**
 * A picture grows from its place to the whole screen and goes back, by a view transition between
 * the two elements of this name, where the browser has them and the viewer does not prefer reduced
 * motion. The element in the lightbox has the name as long as it is open (app/globals.css has the
 * animation).
 */
const NAME = "open-picture";

const canAnimate = () =>
  "startViewTransition" in document && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function grow(id: string, show: () => void): void {
  const picture = pictureOf(id);
  if (!picture || !canAnimate()) {
    show();
    return;
  }
  picture.style.viewTransitionName = NAME;
  animate(() => {
    picture.style.viewTransitionName = "";
    flushSync(show);
  });
}

function shrink(id: string, hide: () => void): void {
  if (!canAnimate()) {
    hide();
    showPicture(id);
    return;
  }
  let picture: HTMLElement | undefined;
  animate(() => {
    flushSync(hide);
    picture = showPicture(id);
    if (picture) picture.style.viewTransitionName = NAME;
  }).finished.finally(() => {
    if (picture) picture.style.viewTransitionName = "";
  });
}

function animate(update: () => void): ViewTransition {
  const transition = document.startViewTransition(update);
  transition.ready.catch(() => {
    // Another transition came first, or the page is hidden: the update happens without animation.
  });
  return transition;
}

/** Scrolls to the picture that was seen last, if another one had been opened. */
function showPicture(id: string): HTMLElement | undefined {
  const picture = pictureOf(id);
  const { top, bottom } = picture?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (bottom <= 0 || top >= window.innerHeight) {
    picture?.scrollIntoView({ block: "center", behavior: "instant" });
  }
  // Next to the others of its post.
  if (picture?.closest("[data-carousel]"))
    picture.scrollIntoView({ block: "nearest", inline: "start", behavior: "instant" });
  return picture;
}
