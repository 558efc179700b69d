import "server-only";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receiveForm } from "@/lib/platform/media/multipart";
import { PICTURE_BYTES_MAX } from "@/lib/uploads/policy";

export type ReceivedPictures = {
  fields: Record<string, string>;
  pictures: Record<string, Buffer | undefined>;
};

/**
 * Receives a form with avatars or banners in the file fields `names`, each of at most 5 MB. Does
 * not check their content. Throws `unsupported_type` (415), `too_large` (413) or `bad_request`
 * (400).
 */
export async function receivePictures(request: Request, names: string[]): Promise<ReceivedPictures> {
  const directory = await mkdtemp(join(tmpdir(), "campus-circle-"));
  try {
    const files = Object.fromEntries(names.map((name) => [name, PICTURE_BYTES_MAX]));
    const form = await receiveForm(request, { directory, files });
    const pictures: ReceivedPictures["pictures"] = {};
    for (const [name, file] of Object.entries(form.files)) pictures[name] = await readFile(file.path);
    return { fields: form.fields, pictures };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
