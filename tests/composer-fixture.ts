import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { clientOf } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

/** What the composer is tested with: an empty draft of Aarav, and files to choose. */

export const aaravsClient = () => clientOf({ _id: "aarav", name: "Aarav Sharma", avatar: "" });

export function emptyComposer(): void {
  freshBrowser();
  URL.revokeObjectURL = jest.fn();
}

/** A photo, or a video where its name ends in `.mp4`. */
export const fileOf = (name: string) =>
  new File(["pixels"], name, { type: name.endsWith(".mp4") ? "video/mp4" : "image/jpeg" });

/** A file as it is ready to be uploaded. */
export const preparedOf = (file: Blob, fileName = file instanceof File ? file.name : ""): PreparedMedia => ({
  file,
  fileName,
  mediaType: file.type.startsWith("video/") ? "video" : "image",
  objectUrl: `blob:${fileName}`,
  width: 4,
  height: 3,
});

/** The field of a composer in which files are chosen. */
export function fileInput(container: HTMLElement): HTMLInputElement {
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The composer has no file input.");
  return input;
}
