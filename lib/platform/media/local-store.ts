import "server-only";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { type StoredFacts, type StoredFile, writeFiles } from "@/lib/platform/media/local-files";
import {
  defaultPoster,
  makePoster,
  POST_PICTURE,
  type ProcessedPicture,
  processPicture,
} from "@/lib/platform/media/picture";
import { expectPicture, expectVideo, SNIFF_BYTES } from "@/lib/platform/media/sniff";
import { repackVideo } from "@/lib/platform/media/video";

/**
 * Turns a file somebody sent into the files the built-in host keeps, in a work folder that is
 * published afterwards.
 */

/** A picture file, re-encoded in all its sizes. Throws as `expectPicture` and `processPicture` do. */
export async function writePicture(folder: string, path: string): Promise<StoredFacts> {
  expectPicture(await headOf(path));
  return writeProcessedPicture(folder, await processPicture(path, POST_PICTURE));
}

/** A picture that was re-encoded already. */
export async function writeProcessedPicture(folder: string, picture: ProcessedPicture): Promise<StoredFacts> {
  const { format, width, height, placeholder, master } = picture;
  const sizes = [...picture.sizes].sort((a, b) => a.width - b.width);
  const files: StoredFile[] = [
    { name: `master.${format}`, data: master },
    ...sizes.map((size) => ({ name: `w${size.width}.webp`, data: size.data })),
  ];
  const widths = sizes.map((size) => size.width);
  const about = { format, width, height, placeholder, widths, duration: null, bytes: master.length };
  const facts: StoredFacts = { mediaType: "image", ...about };
  await writeFiles(folder, files, facts);
  return facts;
}

/**
 * A video file, written anew with nothing but picture and sound, and the poster the browser made or
 * a plain one. The file at `path` stays. Throws as `expectVideo`, `repackVideo` and, for the
 * poster, `writePicture` do.
 */
export async function writeVideo(folder: string, path: string, posterPath?: string): Promise<StoredFacts> {
  expectVideo(await headOf(path));
  const master = join(folder, "master");
  const { format, width, height, duration, bytes } = await repackVideo(path, master);
  const still = posterPath ? await posterFrom(posterPath) : await defaultPoster(width, height);
  await rename(master, `${master}.${format}`);
  const about = { format, width, height, duration, bytes, placeholder: still.placeholder, widths: [] };
  const facts: StoredFacts = { mediaType: "video", ...about };
  await writeFiles(folder, [{ name: "poster.jpg", data: still.poster }], facts);
  return facts;
}

async function posterFrom(path: string): Promise<{ poster: Buffer; placeholder: string }> {
  expectPicture(await headOf(path));
  return makePoster(path);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
