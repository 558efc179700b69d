"use client";

import { Image, RectangleHorizontal, RectangleVertical, Square } from "lucide-react";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { CropArea } from "@/components/uploads/crop-area";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import type { EditedMedia, MediaEdit, PhotoEdit } from "@/lib/posts/client/unposted";
import { preparePicture } from "@/lib/uploads/client/picture";
import type { PreparedMedia } from "@/lib/uploads/client/prepared-media";
import { clampCrop, cropRectangle, initialCrop } from "@/lib/uploads/crop";

const ORIGINAL = "original";
const SHAPES = [
  { value: ORIGINAL, label: "Original", Icon: Image, aspect: undefined },
  { value: "1:1", label: "1:1", Icon: Square, aspect: 1 },
  { value: "3:4", label: "3:4", Icon: RectangleVertical, aspect: 3 / 4 },
  { value: "4:5", label: "4:5", Icon: RectangleVertical, aspect: 4 / 5 },
  { value: "16:9", label: "16:9", Icon: RectangleHorizontal, aspect: 16 / 9 },
] as const;

type Props = {
  item: EditedMedia & { id: string };
  onEdit: (id: string, media: PreparedMedia, edit: MediaEdit | undefined) => void;
  onClose: () => void;
};

/** Crops a photo to one of a few shapes, from the photo as it was chosen. */
export function CropDialog({ item: { id, source, edit }, onEdit, onClose }: Props) {
  const t = useTranslate();
  const [{ shape, crop }, setEdit] = useState<PhotoEdit>(
    edit && "crop" in edit ? edit : { shape: ORIGINAL, crop: initialCrop(source) },
  );
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string>();
  const aspectOf = (value: string) =>
    SHAPES.find((one) => one.value === value)?.aspect ?? source.width / source.height;
  const aspect = aspectOf(shape);

  const apply = async () => {
    if (shape === ORIGINAL && crop.zoom === 1) {
      onEdit(id, source, undefined);
      return onClose();
    }
    setIsPending(true);
    setError(undefined);
    try {
      const area = wholePixels(cropRectangle(source, aspect, crop));
      onEdit(id, await preparePicture({ file: source.file, area }), { shape, crop });
      onClose();
    } catch (reason) {
      setError(messageOf(reason));
      setIsPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      canClose={() => !isPending}
      title={t("Crop photo")}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={() => !isPending && onClose()}>
            {t("Cancel")}
          </Button>
          <Button isPending={isPending} onClick={apply}>
            {t("Apply")}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="mx-auto w-full" style={{ maxWidth: `calc(48dvh * ${aspect})` }}>
          <CropArea
            media={source}
            crop={crop}
            aspect={aspect}
            round={false}
            disabled={isPending}
            onChange={(next) => setEdit({ shape, crop: next })}
          />
        </div>
        <Choice
          label={t("Shape")}
          hint={t("Drag the photo to move it.")}
          options={SHAPES.map((shape) => ({ ...shape, label: t(shape.label) }))}
          value={shape}
          onChange={(next) => setEdit({ shape: next, crop: clampCrop(source, aspectOf(next), crop) })}
        />
        {error && <Alert>{error}</Alert>}
      </div>
    </Dialog>
  );
}

const wholePixels = (area: { x: number; y: number; width: number; height: number }) => ({
  x: Math.round(area.x),
  y: Math.round(area.y),
  width: Math.max(1, Math.round(area.width)),
  height: Math.max(1, Math.round(area.height)),
});
