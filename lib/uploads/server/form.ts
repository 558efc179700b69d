import "server-only";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readForm } from "@/lib/platform/media/body";
import { makePassingFolder, removeFolder } from "@/lib/platform/media/local-files";
import { PICTURE_BYTES_MAX } from "@/lib/uploads/policy";

export type ReceivedPictures = {
  fields: Record<string, string>;
  /** Where they are, until `use` returns. */
  pictures: Record<string, string | undefined>;
};

/**
 * Receives a form with avatars or banners in the file fields `names`, each of at most 5 MB, and
 * returns what `use` makes of it. They stay on the disk, however many wait for their turn. Does not
 * check their content. Throws `unsupported_type` (415), `too_large` (413) or `bad_request` (400).
 */
export async function withPictures<T>(
  request: Request,
  names: string[],
  use: (received: ReceivedPictures) => Promise<T>,
): Promise<T> {
  const folder = await makePassingFolder();
  const pictures: ReceivedPictures["pictures"] = {};
  try {
    const fields = await readForm(request, {
      bytesMax: PICTURE_BYTES_MAX,
      filesMax: names.length,
      save: (name, file) => {
        if (!names.includes(name) || pictures[name]) return null;
        const path = join(folder, name);
        pictures[name] = path;
        return pipeline(file, createWriteStream(path));
      },
    });
    return await use({ fields, pictures });
  } finally {
    await removeFolder(folder);
  }
}
