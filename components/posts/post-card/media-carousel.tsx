"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Placeholder, pictureIdOf } from "@/components/posts/post-card/media-frame";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { announce } from "@/lib/dom/announce";
import { useInView } from "@/lib/dom/use-in-view";
import { useSlides } from "@/lib/dom/use-slides";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { mediaOf } from "@/lib/posts/policy";
import type { Post, PostMedia } from "@/lib/posts/schema";
import { savesData } from "@/lib/settings/client/preferences";

/** The second one loads once some of the first is in sight. */
const IN_VIEW = { rootMargin: "0px", threshold: 0.1 };

type Props = {
  post: Post;
  /** Renders one of its media, of the post with the fields of that one. */
  children: (post: Post, index: number) => ReactNode;
};

/**
 * The media of a post with several, side by side: swiped with a finger, or gone through with the
 * buttons and the arrow keys. It fills its container, which has the shape of the first.
 */
export function MediaCarousel({ post, children }: Props) {
  const t = useTranslate();
  const media = mediaOf(post);
  const { index, furthest, go, box } = useSlides();
  const [isReached, setIsReached] = useState(false);
  const root = useInView<HTMLDivElement>(() => setIsReached(true), { ...IN_VIEW, enabled: !isReached });
  // The one after it, too, unless the viewer saves data.
  const loaded = isReached && !savesData() ? furthest + 1 : furthest;
  const move = (by: 1 | -1) => {
    const to = index + by;
    const target = media[to];
    if (!target) return;
    const wasInSlide = document.activeElement?.closest("[aria-roledescription=slide]");
    flushSync(() => go(to));
    // What had the focus is out of sight or gone. Not a button of the new slide, which may still be
    // replaced while it loads.
    if (wasInSlide || !root.current?.contains(document.activeElement))
      root.current?.focus({ preventScroll: true });
    announce(placeOf(target, to, media.length, t));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    move(event.key === "ArrowLeft" ? -1 : 1);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={root}
      role="group"
      aria-roledescription={t("carousel")}
      aria-label={t("{count} photos and videos", { count: media.length })}
      data-carousel
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      className="absolute inset-0 focus-in-media"
    >
      <div
        {...box}
        className="scrollbar-none flex size-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain"
      >
        {media.map((one, place) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={one.mediaUrl}
            role="group"
            aria-roledescription={t("slide")}
            aria-label={placeOf(one, place, media.length, t)}
            data-picture={pictureIdOf(post._id, place)}
            inert={place !== index}
            className="relative size-full shrink-0 snap-center snap-always overflow-hidden bg-sunken"
          >
            <Placeholder picture={one.placeholder} />
            {place <= loaded && children({ ...post, ...one }, place)}
          </div>
        ))}
      </div>
      {/* With each slide it shows again. */}
      {isReached && <Place key={index} text={`${index + 1}/${media.length}`} />}
      <Dots count={media.length} index={index} />
      {index > 0 && (
        <Arrow side="left" label={t("Previous")} onPress={() => move(-1)}>
          <ChevronLeft />
        </Arrow>
      )}
      {index < media.length - 1 && (
        <Arrow side="right" label={t("Next")} onPress={() => move(1)}>
          <ChevronRight />
        </Arrow>
      )}
    </div>
  );
}

/** How long it shows which of how many it is; the dots say so always. */
const PLACE_MS = 2_000;

function Place({ text }: { text: string }) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), PLACE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p
      aria-hidden
      className={cx(
        "pointer-events-none absolute top-3 right-3 rounded-full bg-black/60 px-2.5 py-0.5 font-semibold text-white text-xs leading-5 tabular-nums transition-opacity",
        isOver && "opacity-0",
      )}
    >
      {text}
    </p>
  );
}

/** A finger swipes and needs no buttons on the picture, but a screen reader does. */
function Arrow(props: { side: "left" | "right"; label: string; onPress: () => void; children: ReactNode }) {
  return (
    <span
      className={cx(
        "absolute top-1/2 -translate-y-1/2 touch:sr-only",
        props.side === "left" ? "left-2" : "right-2",
      )}
    >
      <IconButton tone="onMedia" label={props.label} onClick={props.onPress}>
        {props.children}
      </IconButton>
    </span>
  );
}

function Dots({ count, index }: { count: number; index: number }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-2 mx-auto flex w-fit gap-1.5 rounded-full bg-black/45 px-2 py-1.5"
    >
      {Array.from({ length: count }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no id
          key={place}
          className={cx("size-1.5 rounded-full bg-white transition-opacity", place !== index && "opacity-45")}
        />
      ))}
    </span>
  );
}

const placeOf = ({ mediaType }: PostMedia, index: number, count: number, t: Translate) =>
  mediaType === "video"
    ? t("Video {place} of {count}", { place: index + 1, count })
    : t("Photo {place} of {count}", { place: index + 1, count });
