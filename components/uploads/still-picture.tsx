"use client";

import { useEffect, useRef } from "react";

type Props = { file: Blob; alt: string; className?: string };

/** The first frame of a picture that moves. */
export function StillPicture({ file, alt, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(file).then(
      (frame) => {
        const element = canvas.current;
        if (isCurrent && element) {
          element.width = frame.width;
          element.height = frame.height;
          element.getContext("2d")?.drawImage(frame, 0, 0);
        }
        frame.close();
      },
      () => {
        // It was decoded when it was chosen; without its picture, the background is shown.
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return <canvas ref={canvas} role="img" aria-label={alt} className={className} />;
}
