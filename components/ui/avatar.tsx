"use client";

import { useState } from "react";
import { cx } from "@/components/ui/cx";
import { avatarColor, initialsOf } from "@/components/ui/initials";

export type AvatarSize = "xs" | "sm" | "md" | "lg" | "xl";

/** Pixels on screen, also the width to ask the media host for (twice that on dense screens). */
export const AVATAR_PX: Record<AvatarSize, number> = { xs: 32, sm: 36, md: 40, lg: 44, xl: 96 };

const SIZES: Record<AvatarSize, string> = {
  xs: "size-8 text-xs",
  sm: "size-9 text-sm",
  md: "size-10 text-label",
  lg: "size-11 text-base",
  xl: "size-24 text-3xl",
};

/**
 * A person's picture, or their initials on a colour of their own. Decoration by default, because
 * the name stands beside it nearly everywhere; where it stands alone, `labelled` gives it the name
 * as its text.
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
        // A picture that failed before hydration has no event left to send.
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
      className={cx("inline-grid select-none place-items-center font-bold text-white", shape)}
    >
      {initialsOf(name)}
    </span>
  );
}
