"use client";

import { Camera } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

type Props = { label: string; round?: boolean; className?: string; onClick: () => void; children: ReactNode };

/**
 * Wraps a picture in a button to change it. Touch screens always show the camera icon; others show
 * it on hover and focus.
 */
export function EditButton({ label, round = false, className, onClick, children }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={cx("group/edit block overflow-hidden", className)}
    >
      {children}
      <span
        aria-hidden
        className={cx(
          "absolute grid size-9 place-items-center rounded-full bg-black/60 text-white backdrop-blur-sm transition-opacity",
          "opacity-0 touch:opacity-100 group-hover/edit:opacity-100 group-focus-visible/edit:opacity-100",
          round ? "right-1 bottom-1" : "top-3 right-3",
        )}
      >
        <Camera className="size-4.5" />
      </span>
    </button>
  );
}
