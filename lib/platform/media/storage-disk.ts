import "server-only";
import { constants } from "node:fs";
import { access, type FileHandle, mkdir, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { log } from "@/lib/platform/log";
import { FOLDER } from "@/lib/platform/media/host";
import {
  checkWritable,
  makeWorkFolder,
  mediaRoot,
  onMissing,
  removeFolder,
  sizeOf,
  syncFolder,
} from "@/lib/platform/media/local-files";
import {
  type Arrivals,
  type ByteRange,
  FACTS,
  type FileBody,
  keyOf,
  parseFacts,
  type Storage,
  WITHHELD,
} from "@/lib/platform/media/storage";

/**
 * A disk that all instances share. `DATA_DIR/media/<folder>/<id>/` holds one upload, complete or
 * absent: it is written in `media/tmp`, synced and renamed into place.
 */

/** The folder of an upload. */
export const assetDir = (publicId: string) => join(mediaRoot(), keyOf(publicId));
const pathOf = (publicId: string, name: string) => join(mediaRoot(), keyOf(publicId, name));
/** Where the files of an upload grow until they are complete. */
const incomingDir = (publicId: string) => join(mediaRoot(), "tmp", `incoming-${basename(publicId)}`);
const markOf = (publicId: string) => pathOf(publicId, WITHHELD);

/** Files up to this size are read at once, so that their handle closes at once. */
const BUFFERED_MAX = 256 * 1024;
const CHUNK = 128 * 1024;

/** The disk has every piece already, whichever instance has received it. */
const arrivals: Arrivals = {
  sizes: async (publicId) => {
    const [file, poster] = await Promise.all([
      sizeOf(join(incomingDir(publicId), "file")),
      sizeOf(join(incomingDir(publicId), "poster")),
    ]);
    return { file, poster };
  },
  open: async (publicId) => {
    await mkdir(incomingDir(publicId), { recursive: true });
    return incomingDir(publicId);
  },
  close: async () => {},
  keep: async () => {},
  gather: async () => true,
  remove: (publicId) => removeFolder(incomingDir(publicId)),
};

export const diskStorage: Storage = {
  rejectsDestroyed: true,
  readFacts: async (ref) => {
    const file = await openFile(ref.publicId, FACTS);
    if (!file) return null;
    const text = await file.readFile("utf8").finally(() => file.close());
    return parseFacts(text, ref);
  },
  publish: async (folder, publicId) => {
    const destination = assetDir(publicId);
    await mkdir(dirname(destination), { recursive: true });
    const isNew = await rename(folder, destination).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
        throw error;
      },
    );
    if (isNew) await syncFolder(dirname(destination));
    await arrivals.remove(publicId);
    return isNew;
  },
  read,
  remove: async (publicId) => {
    const trashDir = await makeWorkFolder();
    await rename(assetDir(publicId), join(trashDir, "removed")).then(
      () => syncFolder(dirname(assetDir(publicId))),
      onMissing(undefined),
    );
    await removeFolder(trashDir);
    await arrivals.remove(publicId);
  },
  isWithheld: (publicId) => access(markOf(publicId)).then(() => true, onMissing(false)),
  setWithheld: async (publicId, isWithheld) => {
    const change = isWithheld
      ? writeFile(markOf(publicId), "", { flag: "a", flush: true })
      : rm(markOf(publicId), { force: true });
    await change.then(() => syncFolder(assetDir(publicId))).catch(onMissing(undefined));
  },
  arrivals,
  check: checkWritable,
};

/** Null if the file is missing, or if a link points to anything but a file of an upload. */
async function openFile(publicId: string, name: string): Promise<FileHandle | null> {
  const [root, path] = await Promise.all([
    realpath(mediaRoot()).catch(onMissing(null)),
    realpath(pathOf(publicId, name)).catch(onMissing(null)),
  ]);
  if (root === null || path === null) return null;
  if (dirname(dirname(path)) !== join(root, FOLDER)) {
    log().error({ publicId, name }, "a link leads out of the media folder: it is not followed");
    return null;
  }
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(onMissing(null));
}

async function read(publicId: string, name: string, range?: ByteRange): Promise<FileBody | null> {
  const file = await openFile(publicId, name);
  if (!file) return null;
  let isStreaming = false;
  try {
    const { start, end } = range ?? { start: 0, end: (await file.stat()).size - 1 };
    if (end - start < BUFFERED_MAX) {
      const bytes = new Uint8Array(end - start + 1);
      await file.read(bytes, 0, bytes.length, start);
      return bytes;
    }
    isStreaming = true;
    return streamOf(file, start, end);
  } finally {
    if (!isStreaming) await file.close();
  }
}

/**
 * Reads only as fast as the client consumes. The file is closed at the end, on failure and when the
 * client disconnects.
 */
function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = new Uint8Array(Math.min(CHUNK, end - position + 1));
          const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
          if (bytesRead === 0) throw new Error("The file ended early.");
          position += bytesRead;
          controller.enqueue(bytes.subarray(0, bytesRead));
          if (position <= end) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file.close();
          controller.error(error);
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 1 },
  );
}
