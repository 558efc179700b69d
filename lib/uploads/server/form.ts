import "server-only";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readForm } from "@/lib/platform/media/body";
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
  const paths = new Map<string, string>();
  try {
    const fields = await readForm(request, {
      bytesMax: PICTURE_BYTES_MAX,
      filesMax: names.length,
      save: (name, file) => {
        if (!names.includes(name) || paths.has(name)) return null;
        const path = join(directory, name);
        paths.set(name, path);
        return pipeline(file, createWriteStream(path));
      },
    });
    const pictures: ReceivedPictures["pictures"] = {};
    for (const [name, path] of paths) pictures[name] = await readFile(path);
    return { fields, pictures };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
