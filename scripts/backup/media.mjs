import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * The files of the built-in media host, `DATA_DIR/media/<folder>/<upload>/<file>`
 * (lib/platform/media/local-files.ts), on their way into a backup and back. Both directions work in
 * `media/tmp`, which the app cleans up, so a crash leaves nothing behind for long.
 */

/** @param {string} dataDir */
const mediaFolder = (dataDir) => path.join(dataDir, "media");

/** @param {string} dataDir @param {string} purpose */
function createWorkFolder(dataDir, purpose) {
  const folder = path.join(mediaFolder(dataDir), "tmp", `${purpose}-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Hard-links uploads, so that they survive although the app deletes them meanwhile.
 * @param {string} dataDir
 */
export function snapshotMedia(dataDir) {
  const work = createWorkFolder(dataDir, "backup");
  /** Files by the public id of their upload. @type {Map<string, string[]>} */
  const uploads = new Map();
  /** @param {string} publicId */
  const folderOf = (publicId) => path.join(work, encodeURIComponent(publicId));

  /** Links the uploads that exist now and are not linked yet. */
  const addNew = () => {
    const root = mediaFolder(dataDir);
    for (const folder of foldersIn(root).filter((name) => name !== "tmp")) {
      for (const upload of foldersIn(path.join(root, folder))) {
        const publicId = `${folder}/${upload}`;
        if (uploads.has(publicId)) continue;
        const files = linkAll(path.join(root, publicId), folderOf(publicId));
        if (files) uploads.set(publicId, files);
      }
    }
  };
  return {
    uploads,
    addNew,
    /** @param {string} publicId @param {string} file */
    pathOf: (publicId, file) => path.join(folderOf(publicId), file),
    /**
     * Drops one upload. Changing the folder also shows the app's cleanup that it is in use.
     * @param {string} publicId
     */
    release: (publicId) => rmSync(folderOf(publicId), { recursive: true, force: true }),
    end: () => rmSync(work, { recursive: true, force: true }),
  };
}

/**
 * @param {string} from
 * @param {string} to created here
 * @returns {string[] | undefined} the names of the files; undefined when the app has deleted the
 *   folder meanwhile
 */
function linkAll(from, to) {
  mkdirSync(to);
  try {
    const files = readdirSync(from);
    for (const file of files) linkOrCopy(path.join(from, file), path.join(to, file));
    return files;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    rmSync(to, { recursive: true, force: true });
    return undefined;
  }
}

/** @param {string} from @param {string} to */
function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw error;
    // Not every file system supports hard links or permits them.
    copyFileSync(from, to);
  }
}

/**
 * Receives the media of a backup beside the present ones, then swaps them in.
 * @param {string} dataDir
 */
export function stageMedia(dataDir) {
  const work = createWorkFolder(dataDir, "restore");
  const [incoming, outgoing] = [path.join(work, "in"), path.join(work, "out")];
  for (const folder of [incoming, outgoing]) mkdirSync(folder);
  return {
    /**
     * @param {string} relativePath `<folder>/<upload>/<file>`, validated by the reader of the backup
     * @param {import("./archive.mjs").Content} content
     */
    receive: async (relativePath, content) => {
      const file = path.join(incoming, relativePath);
      mkdirSync(path.dirname(file), { recursive: true });
      await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
    },
    /** Replaces the present media with what was received. */
    publish: () => {
      const root = mediaFolder(dataDir);
      for (const name of foldersIn(root).filter((folder) => folder !== "tmp")) {
        renameSync(path.join(root, name), path.join(outgoing, name));
      }
      for (const name of foldersIn(incoming)) renameSync(path.join(incoming, name), path.join(root, name));
    },
    end: () => rmSync(work, { recursive: true, force: true }),
  };
}

/** @param {string} folder */
function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && "code" in error ? error.code : undefined);
