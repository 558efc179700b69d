"use client";

import { type Ref, useEffect, useState } from "react";
import { type Crop, initialCrop } from "@/lib/profiles/crop";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { UNREADABLE_PICTURE } from "@/lib/uploads/policy";

/** A picture chosen on this device, and the part of it that is used. */
export type ChosenPicture = { media: PreparedMedia; crop: Crop };

/** The chosen picture. `choose` reads a file; `onError` gets why that is not possible. */
export function useChosenPicture(onError: (message: string) => void) {
  const [chosen, setChosen] = useState<ChosenPicture>();
  const url = chosen?.media.objectUrl;
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  const choose = async (file: File) => {
    try {
      // The code that reads pictures loads with the first file.
      const { readPicture } = await import("@/lib/profiles/client/picture-file");
      const media = await readPicture(file);
      setChosen({ media, crop: initialCrop(media) });
    } catch (error) {
      onError(error instanceof Error ? error.message : UNREADABLE_PICTURE);
    }
  };
  const setCrop = (crop: Crop) => setChosen((current) => current && { ...current, crop });
  return { chosen, choose, setCrop, clear: () => setChosen(undefined) };
}

/** The invisible file field that a button opens. */
export function PictureInput({
  ref,
  label,
  onChoose,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  onChoose: (file: File) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      aria-label={label}
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Without a reset, choosing the same file again fires no event.
        event.target.value = "";
        if (file) onChoose(file);
      }}
    />
  );
}
