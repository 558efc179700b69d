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
import { useTranslate } from "@/lib/language/translate";
import type { OwnUser } from "@/lib/profiles/schema";
import type { Size } from "@/lib/uploads/crop";
import { AVATAR_BOX, BANNER_BOX, UPLOAD_FAILED } from "@/lib/uploads/policy";
import type { PictureKind } from "@/lib/uploads/schema";

/** What is said of a kind of picture. */
type Kind = Record<"title" | "choose" | "saving" | "isBack" | "isChanged" | "isRemoved" | "hint", string> & {
  box: Size;
};

const KINDS: Record<PictureKind, Kind> = {
  avatar: {
    title: "Profile picture",
    choose: "Choose a profile picture",
    saving: "Saving your profile picture",
    isBack: "Your old profile picture is back.",
    isChanged: "Your profile picture is changed.",
    isRemoved: "Your profile picture is removed.",
    box: AVATAR_BOX,
    hint: "Upload a square image, e.g. 400x400, JPG or PNG",
  },
  banner: {
    title: "Banner",
    choose: "Choose a banner",
    saving: "Saving your banner",
    isBack: "Your old banner is back.",
    isChanged: "Your banner is changed.",
    isRemoved: "Your banner is removed.",
    box: BANNER_BOX,
    hint: "Upload a wide image, e.g. 1500x500, JPG or PNG",
  },
};

type Props = { kind: PictureKind; me: OwnUser; onClose: () => void };

/** Chooses, crops and saves the viewer's profile picture or banner. */
export function PictureDialog({ kind, me, onClose }: Props) {
  const t = useTranslate();
  const { title, choose: chooseLabel, saving, box, hint } = KINDS[kind];
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
      title={t(title)}
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
            <p className="text-center text-ink2 text-label">{t(hint)}</p>
          </>
        )}
        <PictureInput ref={input} label={t(chooseLabel)} onChoose={handleChoose} />
        {isPending && <ProgressBar value={state.progress} label={t(saving)} />}
        {fileError && <PictureAlert failure={fileError} />}
        {state.phase === "failed" && <PictureAlert failure={state.failure} />}
      </div>
    </Dialog>
  );
}

/** Saves a picture or, with null, removes it; then closes the dialog and offers to undo that. */
function useChangePicture({ kind, me, onClose }: Props) {
  const t = useTranslate();
  const { isBack, isChanged, isRemoved } = KINDS[kind];
  const saving = useSavePicture(kind);
  const undo = async (previous: Blob | null) => {
    if (await saving.save(previous)) toast.success(t(isBack));
    else toast.error(t(UPLOAD_FAILED));
  };
  const save = async (picture: Blob | null) => {
    const current = me[kind];
    const previous = current ? await fetchPicture(current) : null;
    if (!(await saving.save(picture))) return;
    onClose();
    const message = t(picture ? isChanged : isRemoved);
    if (previous === undefined) toast.success(message);
    else undoToast(message, () => undo(previous));
  };
  return { ...saving, save };
}

type SaveButtonsProps = { isPending: boolean; onBack: () => void; onSave: () => void };

function SaveButtons({ isPending, onBack, onSave }: SaveButtonsProps) {
  const t = useTranslate();
  return (
    <>
      <Button variant="secondary" onClick={onBack}>
        {isPending ? t("Cancel") : t("Back")}
      </Button>
      <Button isPending={isPending} onClick={onSave}>
        {t("Save")}
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
  const t = useTranslate();
  return (
    <>
      {onRemove && (
        <Button variant="secondary" isPending={isPending} onClick={onRemove} className="mr-auto">
          <Trash2 aria-hidden />
          {t("Remove")}
        </Button>
      )}
      <Button onClick={onChoose}>
        <ImagePlus aria-hidden />
        {t("Choose an image")}
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
