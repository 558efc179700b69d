"use client";

import { ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { CropArea } from "@/components/profiles/crop-area";
import { Banner, Picture } from "@/components/profiles/profile-header";
import { useSavePicture } from "@/components/profiles/use-save-picture";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress";
import { useCounted } from "@/lib/dom/use-counted";
import { type Crop, initialCrop, type Size } from "@/lib/profiles/crop";
import type { OwnUser } from "@/lib/profiles/schema";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { AVATAR_BOX, BANNER_BOX } from "@/lib/uploads/limits";
import { UPLOAD_FAILED } from "@/lib/uploads/messages";
import type { PictureKind } from "@/lib/uploads/schema";

const KINDS: Record<PictureKind, { title: string; noun: string; box: Size; hint: string }> = {
  avatar: {
    title: "Profile picture",
    noun: "profile picture",
    box: AVATAR_BOX,
    hint: "Upload a square image, e.g. 400x400, JPG or PNG",
  },
  banner: {
    title: "Banner",
    noun: "banner",
    box: BANNER_BOX,
    hint: "Upload a wide image, e.g. 1500x500, JPG or PNG",
  },
};

/** How long a change can be undone, in milliseconds. */
const UNDO_MS = 10_000;

type Chosen = { media: PreparedMedia; crop: Crop };

/** Chooses, crops and saves the viewer's profile picture or banner. */
export function PictureDialog({
  kind,
  me,
  onClose,
}: {
  kind: PictureKind;
  me: OwnUser;
  onClose: () => void;
}) {
  const { title, noun, box, hint } = KINDS[kind];
  const aspect = box.width / box.height;
  const [chosen, setChosen] = useState<Chosen>();
  const [fileError, setFileError] = useCounted<{ text: string }>();
  const saving = useSavePicture(kind);
  const input = useRef<HTMLInputElement>(null);
  const url = chosen?.media.objectUrl;
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  const isPending = saving.state.phase === "saving";
  const current = me[kind];

  const pick = async (file: File | undefined) => {
    if (!file) return;
    setFileError(undefined);
    saving.reset();
    try {
      // The code that reads files loads with the first file.
      const { readPicture } = await import("@/lib/profiles/client/picture-file");
      const media = await readPicture(file);
      setChosen({ media, crop: initialCrop(media) });
    } catch (error) {
      setFileError({ text: error instanceof Error ? error.message : "That picture can't be read." });
    }
  };

  const save = async (picture: Blob | null) => {
    const previous = current ? await fetchPicture(current) : null;
    if (!(await saving.save(picture))) return;
    onClose();
    const message = picture ? `Your ${noun} is changed.` : `Your ${noun} is removed.`;
    if (previous === undefined) toast.success(message);
    else
      toast.success(message, { duration: UNDO_MS, action: { label: "Undo", onClick: () => undo(previous) } });
  };
  const undo = async (previous: Blob | null) => {
    if (await saving.save(previous)) toast.success(`Your old ${noun} is back.`);
    else toast.error(UPLOAD_FAILED);
  };
  const saveCrop = async () => {
    if (!chosen) return;
    const { drawCrop } = await import("@/lib/profiles/client/picture-file");
    await save(await drawCrop(chosen, aspect, box));
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      width="sm"
      canClose={() => !isPending}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-3">
          {chosen ? (
            <>
              <Button variant="secondary" onClick={isPending ? saving.cancel : () => setChosen(undefined)}>
                {isPending ? "Cancel" : "Back"}
              </Button>
              <Button isPending={isPending} onClick={saveCrop}>
                Save
              </Button>
            </>
          ) : (
            <>
              {current && (
                <Button
                  variant="secondary"
                  isPending={isPending}
                  onClick={() => save(null)}
                  className="mr-auto"
                >
                  <Trash2 aria-hidden />
                  Remove
                </Button>
              )}
              <Button onClick={() => input.current?.click()}>
                <ImagePlus aria-hidden />
                Choose an image
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {chosen ? (
          <CropArea
            src={chosen.media.objectUrl}
            picture={chosen.media}
            aspect={aspect}
            round={kind === "avatar"}
            crop={chosen.crop}
            disabled={isPending}
            onChange={(crop) => setChosen({ ...chosen, crop })}
          />
        ) : (
          <>
            <div className={kind === "avatar" ? "self-center" : "aspect-[3/1] overflow-hidden rounded-media"}>
              {kind === "avatar" ? <Picture user={me} /> : <Banner user={me} />}
            </div>
            <p className="text-center text-ink2 text-label">{hint}</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={`Choose a ${noun}`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            // Without a reset, choosing the same file again fires no event.
            event.target.value = "";
          }}
        />
        {saving.state.phase === "saving" && (
          <ProgressBar value={saving.state.progress} label={`Saving your ${noun}`} />
        )}
        {fileError && <Alert key={`file error ${fileError.count}`}>{fileError.text}</Alert>}
        {saving.state.phase === "failed" && (
          <Alert key={`failed ${saving.state.failure.count}`}>
            <p>{saving.state.failure.text}</p>
            {saving.state.failure.detail && <p className="font-normal">{saving.state.failure.detail}</p>}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}

/** Downloads the current picture so that it can be restored; undefined when that fails. */
async function fetchPicture(url: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(url);
    return response.ok ? await response.blob() : undefined;
  } catch {
    // The change itself still works; it just cannot be undone.
    return undefined;
  }
}
