"use client";

import { ImagePlus, Trash2 } from "lucide-react";
import { useRef } from "react";
import {
  PictureAlert,
  type PictureFailure,
  PictureInput,
  useChosenPicture,
} from "@/components/profiles/picture-input";
import { Banner, Picture } from "@/components/profiles/profile-header";
import { useSavePicture } from "@/components/profiles/use-save-picture";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress";
import { toast, undoToast } from "@/components/ui/toast";
import { CropArea } from "@/components/uploads/crop-area";
import { useCounted } from "@/lib/dom/field-hooks";
import type { OwnUser } from "@/lib/profiles/schema";
import type { Size } from "@/lib/uploads/crop";
import { AVATAR_BOX, BANNER_BOX, UPLOAD_FAILED } from "@/lib/uploads/policy";
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

type Props = { kind: PictureKind; me: OwnUser; onClose: () => void };

/** Chooses, crops and saves the viewer's profile picture or banner. */
export function PictureDialog({ kind, me, onClose }: Props) {
  const { title, noun, box, hint } = KINDS[kind];
  const aspect = box.width / box.height;
  const [fileError, setFileError] = useCounted<PictureFailure>();
  const { chosen, choose, setCrop, clear } = useChosenPicture((text) => setFileError({ text }));
  const { state, save, cancel, reset } = useChangePicture({ kind, me, onClose });
  const input = useRef<HTMLInputElement>(null);
  const isPending = state.phase === "saving";

  const handleChoose = (file: File) => {
    setFileError(undefined);
    reset();
    void choose(file);
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
            <SaveButtons isPending={isPending} onBack={isPending ? cancel : clear} onSave={saveCrop} />
          ) : (
            <ChooseButtons
              isPending={isPending}
              onRemove={me[kind] ? () => save(null) : undefined}
              onChoose={() => input.current?.click()}
            />
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {chosen ? (
          <CropArea
            media={chosen.media}
            crop={chosen.crop}
            aspect={aspect}
            round={kind === "avatar"}
            disabled={isPending}
            onChange={setCrop}
          />
        ) : (
          <>
            <div className={kind === "avatar" ? "self-center" : "aspect-[3/1] overflow-hidden rounded-media"}>
              {kind === "avatar" ? <Picture user={me} /> : <Banner user={me} />}
            </div>
            <p className="text-center text-ink2 text-label">{hint}</p>
          </>
        )}
        <PictureInput ref={input} label={`Choose a ${noun}`} onChoose={handleChoose} />
        {isPending && <ProgressBar value={state.progress} label={`Saving your ${noun}`} />}
        {fileError && <PictureAlert failure={fileError} />}
        {state.phase === "failed" && <PictureAlert failure={state.failure} />}
      </div>
    </Dialog>
  );
}

/** Saves a picture or, with null, removes it; then closes the dialog and offers to undo that. */
function useChangePicture({ kind, me, onClose }: Props) {
  const { noun } = KINDS[kind];
  const saving = useSavePicture(kind);
  const undo = async (previous: Blob | null) => {
    if (await saving.save(previous)) toast.success(`Your old ${noun} is back.`);
    else toast.error(UPLOAD_FAILED);
  };
  const save = async (picture: Blob | null) => {
    const current = me[kind];
    const previous = current ? await fetchPicture(current) : null;
    if (!(await saving.save(picture))) return;
    onClose();
    const message = picture ? `Your ${noun} is changed.` : `Your ${noun} is removed.`;
    if (previous === undefined) toast.success(message);
    else undoToast(message, () => undo(previous));
  };
  return { ...saving, save };
}

type SaveButtonsProps = { isPending: boolean; onBack: () => void; onSave: () => void };

function SaveButtons({ isPending, onBack, onSave }: SaveButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={onBack}>
        {isPending ? "Cancel" : "Back"}
      </Button>
      <Button isPending={isPending} onClick={onSave}>
        Save
      </Button>
    </>
  );
}

type ChooseButtonsProps = {
  isPending: boolean;
  /** Without a picture there is nothing to remove. */
  onRemove: (() => void) | undefined;
  onChoose: () => void;
};

function ChooseButtons({ isPending, onRemove, onChoose }: ChooseButtonsProps) {
  return (
    <>
      {onRemove && (
        <Button variant="secondary" isPending={isPending} onClick={onRemove} className="mr-auto">
          <Trash2 aria-hidden />
          Remove
        </Button>
      )}
      <Button onClick={onChoose}>
        <ImagePlus aria-hidden />
        Choose an image
      </Button>
    </>
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
