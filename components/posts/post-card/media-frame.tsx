"use client";

import type { CSSProperties, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Post } from "@/lib/posts/schema";

/** What shows one picture or video of a post. */
export type MediaProps = {
  /** With the fields of this one of its media. */
  post: Post;
  /** Its name among all that are on the page (`pictureIdOf`). */
  pictureId: string;
  /** The aspect ratio of the frame that it is in. */
  frame: number;
  eager: boolean;
  onOpen: () => void;
  onDoubleTap: () => void;
};

/**
 * The aspect ratio of the frame follows the media between 3:4, the shape of a phone's photo, and
 * 1.91:1. Taller or wider media is shown whole inside the frame, unless it is nearly of its shape.
 * On desktop the frame leaves room for the actions below it.
 */
const TALLEST = 3 / 4;
const WIDEST = 1.91;

/** A picture whose shape differs from its frame's by less than this share covers the frame. */
const COVERED_BELOW = 0.08;

/** How many times longer than wide, or wider than long, a picture is at most to be shown whole. */
const LONGEST = 3;

/** Whether a picture is a tall screenshot or a panorama, which would be a thin line in a frame. */
export function isLongPicture({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > LONGEST * Math.min(width, height);
}

/** How much larger than it is a picture is shown: more would only show how small it is. */
const MAX_ENLARGEMENT = 2;
/** A frame holds controls, whatever the size of its picture. */
const NARROWEST = 256;

/**
 * Whether media covers a frame of that ratio, because strips next to it would look like a fault.
 */
export function coversFrame({ width, height }: { width: number; height: number }, frame: number): boolean {
  if (width <= 0 || height <= 0) return false;
  const ratio = width / height;
  return Math.max(ratio / frame, frame / ratio) - 1 < COVERED_BELOW;
}

/**
 * The size of a picture in a frame of that ratio, which is a size container, as a style. It covers
 * the frame if it is nearly of its shape. Else it is shown whole and in its own shape, so that a
 * background under it is under nothing else.
 */
export function pictureSize(picture: { width: number; height: number }, frame: number): CSSProperties {
  const { width, height } = picture;
  if (width <= 0 || height <= 0) return { width: "100%", height: "100%", objectFit: "contain" };
  const largest = `${width * MAX_ENLARGEMENT}px`;
  if (coversFrame(picture, frame))
    return { width: `min(100cqw, ${largest})`, height: "auto", aspectRatio: frame, objectFit: "cover" };
  return {
    width: `min(100cqw, 100cqh * ${width / height}, ${largest})`,
    height: "auto",
    aspectRatio: width / height,
  };
}

/** The aspect ratio of the frame for a picture or video of that size. */
export function frameRatio({ width, height }: { width: number; height: number }): number {
  const ratio = width > 0 && height > 0 ? width / height : 1;
  return Math.min(WIDEST, Math.max(TALLEST, ratio));
}

/**
 * Reserves the space of a picture or video before it loads, and shows its blurred placeholder. On
 * wide screens it leaves room for the post's name and actions.
 */
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
  const ratio = frameRatio({ width, height });
  const maxWidth = width > 0 ? Math.max(NARROWEST, width * MAX_ENLARGEMENT) : undefined;
  const style: CSSProperties & Record<`--${string}`, string | number | undefined> = {
    aspectRatio: ratio,
    "--ratio": ratio,
    "--max-width": maxWidth && `${maxWidth}px`,
  };
  return (
    <div
      style={style}
      className={cx(
        "relative mx-auto w-full max-w-(--max-width,100%) overflow-hidden bg-sunken",
        "md:max-w-[min(var(--max-width,100%),min(688px,72dvh)*var(--ratio))]",
        className,
      )}
    >
      <Placeholder picture={placeholder} />
      {children}
    </div>
  );
}

/** Fills its container with the tiny picture of what is to be loaded, if there is one. */
export function Placeholder({ picture }: { picture: string }) {
  if (!picture.startsWith("data:image/")) return null;
  return (
    <img
      src={picture}
      alt=""
      aria-hidden
      // So much larger that the pale edge of the blur stays outside.
      className="absolute inset-0 size-full scale-140 object-cover blur-xl"
    />
  );
}

/** The name of one of a post's media among all that are on the page. */
export const pictureIdOf = (postId: string, index: number) => (index === 0 ? postId : `${postId}/${index}`);

/** The element of that name; the topmost, if a dialog shows the post again. */
export const pictureOf = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`[data-picture="${CSS.escape(id)}"]`)].at(-1);
