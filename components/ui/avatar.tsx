"use client";

import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { avatarColor, initialsOf } from "@/components/ui/initials";

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
