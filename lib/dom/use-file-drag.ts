"use client";

import { useEffect, useState } from "react";

/**
 * Whether files are being dragged over the page. Meanwhile a drop beside the target does nothing:
 * by default the browser would leave the page to show the file.
 */
export function useFileDrag(): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onEnter = (event: DragEvent) => {
      if (hasFiles(event)) setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      // Nothing is entered instead: the files left the window.
      if (event.relatedTarget === null) setDragging(false);
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
      setDragging(false);
    };
    window.addEventListener("dragenter", onEnter);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("dragover", onOver);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragenter", onEnter);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("drop", onDrop);
    };
  }, []);
  return isDragging;
}
