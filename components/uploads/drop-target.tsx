"use client";

import { ImageDown } from "lucide-react";
import { useFileDrag } from "@/lib/dom/use-file-drag";

/** Marks its positioned parent as the drop zone during a file drag. The parent handles the drop. */
export function DropTarget() {
  if (!useFileDrag()) return null;
  return (
    <div className="absolute -inset-2 z-10 flex animate-fade-in items-center justify-center gap-3 rounded-card border-2 border-brand border-dashed bg-soft font-semibold text-brand">
      <ImageDown aria-hidden className="size-6" />
      Drop your photo or video here
    </div>
  );
}
