"use client";

import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { charactersOf } from "@/lib/text/text";

export type AvatarSize = "xs" | "sm" | "md" | "lg" | "face" | "xl";

/** Size in CSS pixels; also the width requested from the media host (doubled on dense screens). */
export const AVATAR_PX: Record<AvatarSize, number> = { xs: 32, sm: 36, md: 40, lg: 44, face: 64, xl: 96 };

const SIZES: Record<AvatarSize, string> = {
  xs: "size-8 text-xs",
  sm: "size-9 text-sm",
  md: "size-10 text-label",
  lg: "size-11 text-base",
  face: "size-16 text-xl",
  xl: "size-24 text-3xl",
};

/**
 * A person's picture, or their initials on a colour derived from the id. Decorative by default,
 * because the name is usually next to it; `labelled` uses the name as its text alternative.
 */
export function Avatar({
  id,
  name,
  src,
  size = "md",
  labelled = false,
  className,
}: {
  id: string;
  name: string;
  src?: string | null;
  size?: AvatarSize;
  labelled?: boolean;
  className?: string;
}) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const shape = cx("shrink-0 rounded-full", SIZES[size], className);

  if (src && src !== brokenSrc) {
    return (
      <img
        src={src}
        alt={labelled ? name : ""}
        width={AVATAR_PX[size]}
        height={AVATAR_PX[size]}
        loading="lazy"
        decoding="async"
        // An image that failed before hydration fires no error event any more.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.src) setBrokenSrc(src);
        }}
        onError={() => setBrokenSrc(src)}
        className={cx("bg-sunken object-cover", shape)}
      />
    );
  }
  return (
    <span
      {...(labelled ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
      style={{ backgroundColor: avatarColor(id) }}
      className={cx(
        "inline-grid select-none place-items-center font-bold text-white forced-colors:border",
        shape,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/* Dark enough for white letters (a contrast of 5:1 or more), and easy to tell apart. */
const AVATAR_COLORS = [
  "#3046e6",
  "#c2410c",
  "#15803d",
  "#7c3aed",
  "#0e7490",
  "#be185d",
  "#b45309",
  "#a21caf",
] as const;

/** The background colour of a person's initials, derived from the id. */
export function avatarColor(id: string): string {
  // FNV-1a: similar ids get different colours.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return AVATAR_COLORS[(hash >>> 0) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}

/**
 * The first letters of the first and the last word, as grapheme clusters (`Élodie Ño` → `ÉÑ`,
 * `अमित` → `अ`). `?` if the name has no letters.
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const outerWords = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = outerWords.map((word) => firstLetter(word ?? "")).join("");
  return letters.toUpperCase() || "?";
}

function firstLetter(word: string): string {
  return [...charactersOf(word)].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? "";
}
