import { InvalidMediaError, type PreparedMedia, prepareMedia } from "@/lib/uploads/client/prepare";
import { type Crop, cropRectangle, outputSize, type Size } from "@/lib/uploads/crop";
import { NO_PICTURE } from "@/lib/uploads/policy";

/** From the file a person chose to the cropped picture that is uploaded. */

/** JPEG quality of the cropped picture. */
const QUALITY = 0.8;

/** A chosen file, ready to be cropped. Throws `InvalidMediaError`, whose message is shown. */
export async function readPicture(file: File): Promise<PreparedMedia> {
  // Some systems leave the type of a photo empty; prepareMedia looks at its bytes.
  if (file.type !== "" && !file.type.startsWith("image/")) throw new InvalidMediaError(NO_PICTURE);
  const media = await prepareMedia(file);
  if (media.mediaType === "image") return media;
  URL.revokeObjectURL(media.objectUrl);
  throw new InvalidMediaError(NO_PICTURE);
}

/**
 * The cropped picture as a JPEG that fits `box`, never enlarged. `aspect` is the frame's width
 * divided by its height. Throws when the browser cannot encode it.
 */
export async function drawCrop(
  { media, crop }: { media: PreparedMedia; crop: Crop },
  aspect: number,
  box: Size,
): Promise<Blob> {
  const source = cropRectangle(media, aspect, crop);
  const size = outputSize(source, box);
  const canvas = Object.assign(document.createElement("canvas"), size);
  const context = canvas.getContext("2d");
  const bitmap = await createImageBitmap(media.file);
  if (context) {
    // JPEG has no transparency: without this, transparent areas become black.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, source.x, source.y, source.width, source.height, 0, 0, size.width, size.height);
  }
  bitmap.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn."))),
      "image/jpeg",
      QUALITY,
    ),
  );
}
