import "server-only";
import { randomUUID } from "node:crypto";
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type MediaRef, SIGNATURE_SECONDS } from "@/lib/platform/media/host";
import { diskFull } from "@/lib/platform/media/multipart";

/**
 * The built-in host's shelves: `DATA_DIR/media/<folder>/<id>/` holds one upload, complete or not at
 * all. It is written in `media/tmp`, synced and renamed into place, so a crash leaves at most
 * rubbish in `tmp`.
 */

const facts = z.object({
  mediaType: z.enum(["image", "video"]),
  format: z.string(),
  width: z.number(),
  height: z.number(),
  duration: z.number().nullable(),
  bytes: z.number(),
  placeholder: z.string(),
  /** Widths of the smaller copies, ascending. */
  widths: z.array(z.number()),
});
export type StoredFacts = z.infer<typeof facts>;

/**
 * A file of an upload: its bytes, or the path of one already in the upload's own temporary folder.
 */
export type StoredFile = { name: string; data: Buffer };

const root = () => join(resolve(/* turbopackIgnore: true */ env().DATA_DIR), "media");
const assetDir = (publicId: string) => join(root(), publicId);
/**
 * Notes of what was destroyed lie apart, so that to sweep them is not to list every upload there
 * is.
 */
const GONE = "gone";
const tombstone = (publicId: string) => join(root(), GONE, basename(publicId));

/**
 * The path of one file of an upload. `publicId` and `name` are of our own making (parseMediaPath).
 */
export const pathOf = (publicId: string, name: string) => join(assetDir(publicId), name);

/**
 * Throws `unavailable` (503) unless the disk has room for so many more bytes and some to spare: the
 * database may lie on it too.
 */
export async function assertDiskRoom(bytes: number): Promise<void> {
  await mkdir(root(), { recursive: true });
  const { bavail, bsize } = await statfs(root());
  const free = bavail * bsize;
  if (free - bytes >= env().MEDIA_MIN_FREE_MB * 1024 ** 2) return;
  log().error({ free }, "no room for uploads on the disk of DATA_DIR");
  throw diskFull();
}

/** A fresh folder to work in. The caller publishes or removes it. */
export async function makeWorkFolder(): Promise<string> {
  const folder = join(root(), "tmp", randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** What is stored under a public id; null when nothing is. */
export async function readFacts({ publicId, mediaType }: MediaRef): Promise<StoredFacts | null> {
  const text = await readFile(join(assetDir(publicId), "facts.json"), "utf8").catch(onMissing(null));
  if (text === null) return null;
  const found = facts.parse(JSON.parse(text));
  return found.mediaType === mediaType ? found : null;
}

/** Writes the files of an upload and its facts into its work folder, safe against a power cut. */
export async function writeFiles(folder: string, files: StoredFile[], about: StoredFacts): Promise<void> {
  const all = [...files, { name: "facts.json", data: Buffer.from(JSON.stringify(about)) }];
  await Promise.all(
    all.map(async ({ name, data }) => {
      const file = await open(join(folder, name), "wx", 0o600);
      try {
        await file.writeFile(data);
        await file.sync();
      } finally {
        await file.close();
      }
    }),
  );
  await syncFolder(folder);
}

/**
 * Puts a filled folder on its shelf. False when something was there before (a repeated upload: the
 * first one stays) or when the public id was destroyed meanwhile.
 */
export async function publishFolder(folder: string, publicId: string): Promise<boolean> {
  const place = assetDir(publicId);
  await mkdir(dirname(place), { recursive: true });
  const moved = await rename(folder, place).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
      throw error;
    },
  );
  if (!moved) {
    await removeFolder(folder);
    return false;
  }
  await syncFolder(dirname(place));
  if (!(await isDestroyed(publicId))) return true;
  await removeFolder(place);
  return false;
}

/**
 * True while a destroyed public id must not come back: as long as a signature made before could
 * still be used.
 */
export async function isDestroyed(publicId: string): Promise<boolean> {
  return access(tombstone(publicId)).then(() => true, onMissing(false));
}

/** Takes an upload off its shelf, for good. */
export async function removeUpload(publicId: string): Promise<void> {
  await mkdir(dirname(tombstone(publicId)), { recursive: true });
  await writeFile(tombstone(publicId), "");
  await syncFolder(dirname(tombstone(publicId)));
  const trashDir = await makeWorkFolder();
  await rename(assetDir(publicId), join(trashDir, "removed")).then(
    () => syncFolder(dirname(assetDir(publicId))),
    onMissing(undefined),
  );
  await removeFolder(trashDir);
}

/** Lets a public id be used again: for seeds, which make the same pictures every time. */
export async function clearTombstone(publicId: string): Promise<void> {
  await rm(tombstone(publicId), { force: true });
}

/** Removes what crashes and destroyed uploads left behind. Returns how many things. */
export async function sweepFiles(): Promise<number> {
  const old = Date.now() - 2 * SIGNATURE_SECONDS * 1000;
  let removed = 0;
  for (const folder of [join(root(), "tmp"), join(root(), GONE)]) {
    for (const name of await namesIn(folder)) {
      const found = await stat(join(folder, name)).catch(onMissing(null));
      if (!found || found.mtimeMs > old) continue;
      await rm(join(folder, name), { recursive: true, force: true });
      removed++;
    }
  }
  return removed;
}

/** Throws when the disk does not take files. */
export async function checkWritable(): Promise<void> {
  const folder = await makeWorkFolder();
  try {
    await writeFile(join(folder, "probe"), "");
  } finally {
    await removeFolder(folder);
  }
}

const namesIn = (folder: string) => readdir(folder).catch(onMissing<string[]>([]));

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Answers `fallback` for a file that is not there, and passes every other failure on. */
export function onMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return fallback;
    throw error;
  };
}
