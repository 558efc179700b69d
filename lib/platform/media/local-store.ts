import "server-only";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { type StoredFile, writeFiles } from "@/lib/platform/media/local-files";
import {
  defaultPoster,
  makePoster,
  POST_PICTURE,
  type ProcessedPicture,
  processPicture,
} from "@/lib/platform/media/picture";
import { expectPicture, expectVideo, headOf } from "@/lib/platform/media/sniff";
import type { StoredFacts } from "@/lib/platform/media/storage";
import { repackVideo } from "@/lib/platform/media/video";

/**
 * Converts an uploaded file into the files the built-in host stores, in a work folder that the
 * caller publishes.
 */

/** Whose file it is, for its place in the queue; and for a video the browser's still picture. */
type About = { person?: string; posterPath?: string | undefined };

/** Re-encodes a picture in all its sizes. Throws like `expectPicture` and `processPicture`. */
export async function writePicture(folder: string, path: string, { person }: About): Promise<StoredFacts> {
  expectPicture(await headOf(path));
  return writeProcessedPicture(folder, await processPicture(path, POST_PICTURE, person));
}

/** Writes a picture that is already re-encoded. */
export async function writeProcessedPicture(folder: string, picture: ProcessedPicture): Promise<StoredFacts> {
  const { format, width, height, placeholder, master, still } = picture;
  const sizes = [...picture.sizes].sort((a, b) => a.width - b.width);
  const files: StoredFile[] = [
    { name: `master.${format}`, data: master },
    ...sizes.map((size) => ({ name: `w${size.width}.webp`, data: size.data })),
    ...(still ? [{ name: "still.webp", data: still }] : []),
  ];
  const widths = sizes.map((size) => size.width);
  const hasStill = still !== undefined;
  const metadata = {
    format,
    width,
    height,
    placeholder,
    widths,
    hasStill,
    duration: null,
    bytes: master.length,
    files: Object.fromEntries(files.map(({ name, data }) => [name, data.length])),
  };
  const facts: StoredFacts = { mediaType: "image", ...metadata };
  await writeFiles(folder, files, facts);
  return facts;
}

/**
 * Repacks a video with only its picture and sound, and adds the browser's poster or a plain one.
 * The file at `path` stays. Throws like `expectVideo`, `repackVideo` and, for the poster,
 * `writePicture`.
 */
export async function writeVideo(
  folder: string,
  path: string,
  { person, posterPath }: About,
): Promise<StoredFacts> {
  expectVideo(await headOf(path));
  const master = join(folder, "master");
  const { format, width, height, duration, bytes } = await repackVideo(path, master, person);
  const still = posterPath ? await posterFrom(posterPath, person) : await defaultPoster(width, height);
  await rename(master, `${master}.${format}`);
  const metadata = {
    format,
    width,
    height,
    duration,
    bytes,
    placeholder: still.placeholder,
    widths: [],
    hasStill: false,
    files: { [`master.${format}`]: bytes, "poster.jpg": still.poster.length },
  };
  const facts: StoredFacts = { mediaType: "video", ...metadata };
  await writeFiles(folder, [{ name: "poster.jpg", data: still.poster }], facts);
  return facts;
}

async function posterFrom(path: string, person?: string): Promise<{ poster: Buffer; placeholder: string }> {
  expectPicture(await headOf(path));
  return makePoster(path, person);
}
