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
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type MediaRef, SIGNATURE_SECONDS } from "@/lib/platform/media/host";

/**
 * File storage of the built-in host. `DATA_DIR/media/<folder>/<id>/` holds one upload, complete or
 * absent: it is written in `media/tmp`, synced and renamed into place, so a crash leaves only
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
  /** Widths of the resized copies, ascending. */
  widths: z.array(z.number()),
  /** Whether it is a picture that moves, of which there is also a still one. */
  hasStill: z.boolean().default(false),
});
export type StoredFacts = z.infer<typeof facts>;

/** One file of an upload. */
export type StoredFile = { name: string; data: Buffer };

const root = () => join(resolve(/* turbopackIgnore: true */ env().DATA_DIR), "media");
const assetDir = (publicId: string) => join(root(), publicId);

/**
 * The path of one file of an upload. Callers pass only names of our own making (parseMediaPath).
 */
export const pathOf = (publicId: string, name: string) => join(assetDir(publicId), name);

/**
 * Throws `unavailable` (503) unless the disk has room for `bytes` and a reserve, because the
 * database may be on the same disk.
 */
export async function assertDiskRoom(bytes: number): Promise<void> {
  await mkdir(root(), { recursive: true });
  const { bavail, bsize } = await statfs(root());
  const free = bavail * bsize;
  if (free - bytes >= env().MEDIA_MIN_FREE_MB * 1024 ** 2) return;
  log().error({ free }, "too little disk space in DATA_DIR for uploads");
  throw diskFull();
}

/** The disk is full. */
export const diskFull = (cause?: unknown) =>
  new ApiError("unavailable", "There is no room for new files right now. Please try again later.", {
    cause,
    headers: { "Retry-After": "60" },
  });

/** Where the files of an upload grow until they are complete. */
export const incomingDir = (publicId: string) => join(root(), "tmp", `incoming-${basename(publicId)}`);

/** Creates a temporary folder, which the caller publishes or removes. */
export async function makeWorkFolder(): Promise<string> {
  const folder = join(root(), "tmp", randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  // Another instance may add to it at the same moment, which rm answers with ENOTEMPTY.
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The metadata of an upload; null if there is none of that type. */
export async function readFacts({ publicId, mediaType }: MediaRef): Promise<StoredFacts | null> {
  const text = await readFile(join(assetDir(publicId), "facts.json"), "utf8").catch(onMissing(null));
  if (text === null) return null;
  const stored = facts.parse(JSON.parse(text));
  return stored.mediaType === mediaType ? stored : null;
}

/** Writes an upload's files and metadata into its work folder and syncs them to disk. */
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
 * Moves a work folder into place. False if the public id already exists: after a repeated upload
 * the first one stays.
 */
export async function publishFolder(folder: string, publicId: string): Promise<boolean> {
  const destination = assetDir(publicId);
  await mkdir(dirname(destination), { recursive: true });
  const moved = await rename(folder, destination).then(
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
  await syncFolder(dirname(destination));
  return true;
}

/** Deletes an upload, or what has arrived of it. */
export async function removeUpload(publicId: string): Promise<void> {
  const trashDir = await makeWorkFolder();
  await rename(assetDir(publicId), join(trashDir, "removed")).then(
    () => syncFolder(dirname(assetDir(publicId))),
    onMissing(undefined),
  );
  await removeFolder(trashDir);
  await removeFolder(incomingDir(publicId));
}

const withheldMark = (publicId: string) => pathOf(publicId, "withheld");

/** Whether an upload is delivered to no one: an empty file beside its others says so. */
export async function isWithheld(publicId: string): Promise<boolean> {
  return access(withheldMark(publicId)).then(() => true, onMissing(false));
}

/** Withholds an upload, or delivers it again. One that is missing stays so. */
export async function setWithheld(publicId: string, isWithheld: boolean): Promise<void> {
  const change = isWithheld
    ? writeFile(withheldMark(publicId), "", { flush: true })
    : rm(withheldMark(publicId), { force: true });
  await change.then(() => syncFolder(assetDir(publicId))).catch(onMissing(undefined));
}

/** Removes what crashes and abandoned uploads left behind. Returns how many entries. */
export async function sweepFiles(): Promise<number> {
  const cutoff = Date.now() - 2 * SIGNATURE_SECONDS * 1000;
  const folder = join(root(), "tmp");
  let removed = 0;
  for (const name of await readdir(folder).catch(onMissing<string[]>([]))) {
    const entry = await stat(join(folder, name)).catch(onMissing(null));
    if (!entry || entry.mtimeMs > cutoff) continue;
    await removeFolder(join(folder, name));
    removed++;
  }
  return removed;
}

/** Throws if the disk is not writable. */
export async function checkWritable(): Promise<void> {
  const folder = await makeWorkFolder();
  try {
    await writeFile(join(folder, "probe"), "");
  } finally {
    await removeFolder(folder);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns `fallback` for a missing file and rethrows every other error. */
export function onMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return fallback;
    throw error;
  };
}
