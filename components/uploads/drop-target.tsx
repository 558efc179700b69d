"use client";

import { ImageDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslate } from "@/lib/language/translate";

/** Marks its positioned parent as the drop zone during a file drag. The parent handles the drop. */
export function DropTarget() {
  const t = useTranslate();
  if (!useFileDrag()) return null;
  return (
    <div className="absolute -inset-2 z-10 flex animate-fade-in items-center justify-center gap-3 rounded-card border-2 border-brand border-dashed bg-soft font-semibold text-brand">
      <ImageDown aria-hidden className="size-6" />
      {t("Drop your photos and videos here")}
    </div>
  );
}

/**
 * Whether files are being dragged over the page. Also prevents the browser from opening a file that
 * is dropped outside the target.
 */
function useFileDrag(): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const handleEnter = (event: DragEvent) => {
      if (hasFiles(event)) setDragging(true);
    };
    const handleLeave = (event: DragEvent) => {
      // No related target: the files left the window.
      if (event.relatedTarget === null) setDragging(false);
    };
    const handleOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const handleDrop = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
      setDragging(false);
    };
    window.addEventListener("dragenter", handleEnter);
    window.addEventListener("dragleave", handleLeave);
    window.addEventListener("dragover", handleOver);
    window.addEventListener("drop", handleDrop);
    return () => {
      window.removeEventListener("dragenter", handleEnter);
      window.removeEventListener("dragleave", handleLeave);
      window.removeEventListener("dragover", handleOver);
      window.removeEventListener("drop", handleDrop);
    };
  }, []);
  return isDragging;
}
