import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { SIGNATURE_SECONDS } from "@/lib/platform/media/host";
import { FACTS, type StoredFacts } from "@/lib/platform/media/storage";

/**
 * What the built-in host does on this machine's disk, wherever its files lie afterwards: everything
 * is received and processed in `DATA_DIR/media/tmp`, so a crash leaves only rubbish there.
 */

/** One file of an upload. */
export type StoredFile = { name: string; data: Buffer };

export const mediaRoot = () => join(/* turbopackIgnore: true */ resolve(env().DATA_DIR), "media");
const temporary = () => join(mediaRoot(), "tmp");

/**
 * Throws `unavailable` (503) unless the disk has room for `bytes` and a reserve, because the
 * database may be on the same disk.
 */
export async function assertDiskRoom(bytes: number): Promise<void> {
  await mkdir(mediaRoot(), { recursive: true });
  const { bavail, bsize } = await statfs(mediaRoot());
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

/** Creates a temporary folder, which the caller publishes or removes. */
export async function makeWorkFolder(): Promise<string> {
  const folder = join(temporary(), randomUUID());
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Creates a temporary folder for what only passes through, which the caller removes. A function's
 * disk can be written in the system's folder alone, which elsewhere may be memory.
 */
export const makePassingFolder = () =>
  env().VERCEL ? mkdtemp(join(tmpdir(), "campus-circle-")) : makeWorkFolder();

export async function removeFolder(folder: string): Promise<void> {
  // Another instance may add to it at the same moment, which rm answers with ENOTEMPTY.
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Writes an upload's files and metadata into its work folder and syncs them to disk. */
export async function writeFiles(folder: string, files: StoredFile[], about: StoredFacts): Promise<void> {
  const all = [...files, { name: FACTS, data: Buffer.from(JSON.stringify(about)) }];
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

/** Removes what crashes and abandoned uploads left behind. Returns how many entries. */
export async function sweepFiles(): Promise<number> {
  const cutoff = Date.now() - 2 * SIGNATURE_SECONDS * 1000;
  let removed = 0;
  for (const name of await readdir(temporary()).catch(onMissing<string[]>([]))) {
    const entry = await stat(join(temporary(), name)).catch(onMissing(null));
    if (!entry || entry.mtimeMs > cutoff) continue;
    await removeFolder(join(temporary(), name));
    removed++;
  }
  return removed;
}

/** Throws `unavailable` (503) if the disk is not writable. */
export async function checkWritable(): Promise<void> {
  try {
    const folder = await makeWorkFolder();
    await writeFile(join(folder, "probe"), "").finally(() => removeFolder(folder));
  } catch (cause) {
    throw new ApiError("unavailable", "The media folder cannot be written.", { cause });
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** How many bytes a file has; 0 for a missing one. */
export const sizeOf = (path: string) => stat(path).then(({ size }) => size, onMissing(0));

/** Returns `fallback` for a missing file and rethrows every other error. */
export function onMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return fallback;
    throw error;
  };
}
