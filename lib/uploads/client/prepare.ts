import { fileKindOf, KIND_BYTES } from "@/lib/uploads/client/file-kind";
import { preparePicture } from "@/lib/uploads/client/picture";
import {
  InvalidMediaError,
  type PreparedMedia,
  type PrepareOptions,
} from "@/lib/uploads/client/prepared-media";
import { prepareVideo } from "@/lib/uploads/client/video";
import { CHOSEN_IMAGE_BYTES_MAX, UNSUPPORTED_FILE } from "@/lib/uploads/policy";

/**
 * Prepares a chosen file for the upload: whatever phones make becomes what every browser shows, as
 * small as a screen needs, and without location or camera.
 */

export type { PreparedMedia };
export { InvalidMediaError };

/** Throws `InvalidMediaError`, or the signal's reason. */
export async function prepareMedia(file: File, options: PrepareOptions = {}): Promise<PreparedMedia> {
  if (file.size === 0) throw new InvalidMediaError("That file is empty. Please choose another one.");
  const kind = fileKindOf(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  if (!kind) throw new InvalidMediaError(UNSUPPORTED_FILE);
  if (kind === "video") return prepareVideo(file, options);
  if (file.size > CHOSEN_IMAGE_BYTES_MAX) {
    const megabytes = CHOSEN_IMAGE_BYTES_MAX / 1024 ** 2;
    throw new InvalidMediaError(`That picture is larger than ${megabytes} MB. Please choose a smaller one.`);
  }
  return preparePicture({ file }, options);
}
