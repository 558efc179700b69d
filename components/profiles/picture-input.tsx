"use client";

import { type ReactNode, type Ref, useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import type { Counted } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { type Crop, initialCrop } from "@/lib/uploads/crop";
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

/** Why a picture could not be used: a general message, and a detail that the server may add. */
export type PictureFailure = { text: string; detail?: string | undefined };

/** Shows a failure; `count` announces the same one again. */
export function PictureAlert({
  failure,
  children,
}: {
  failure: Counted<PictureFailure>;
  children?: ReactNode;
}) {
  const t = useTranslate();
  return (
    <Alert key={failure.count}>
      <p>{t(failure.text)}</p>
      {failure.detail && <p className="font-normal">{t(failure.detail)}</p>}
      {children}
    </Alert>
  );
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
      // Some systems don't count HEIC among pictures.
      accept="image/*,.heic,.heif"
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
