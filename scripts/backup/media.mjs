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
 * (lib/platform/media/local-files.ts), as they go into a backup and come back. Both work in
 * `media/tmp`, which the app sweeps: a crash leaves nothing for long.
 */

/** @param {string} dataDir */
const mediaFolder = (dataDir) => path.join(dataDir, "media");

/** @param {string} dataDir @param {string} purpose */
function makeWorkFolder(dataDir, purpose) {
  const folder = path.join(mediaFolder(dataDir), "tmp", `${purpose}-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Holds uploads by a second name, so that they stay although the app destroys them meanwhile.
 * @param {string} dataDir
 */
export function holdMedia(dataDir) {
  const work = makeWorkFolder(dataDir, "backup");
  /** Files by the public id of their upload. @type {Map<string, string[]>} */
  const uploads = new Map();
  /** @param {string} publicId */
  const place = (publicId) => path.join(work, encodeURIComponent(publicId));

  /** Takes hold of what lies on the shelves now and was not held yet. */
  const hold = () => {
    const root = mediaFolder(dataDir);
    for (const folder of foldersIn(root).filter((name) => name !== "tmp")) {
      for (const upload of foldersIn(path.join(root, folder))) {
        const publicId = `${folder}/${upload}`;
        if (uploads.has(publicId)) continue;
        const files = linkAll(path.join(root, publicId), place(publicId));
        if (files) uploads.set(publicId, files);
      }
    }
  };
  return {
    uploads,
    hold,
    /** @param {string} publicId @param {string} file */
    pathOf: (publicId, file) => path.join(place(publicId), file),
    /**
     * Lets go of one upload; that the folder changes tells the app that it is in use. @param
     * {string} publicId
     */
    release: (publicId) => rmSync(place(publicId), { recursive: true, force: true }),
    end: () => rmSync(work, { recursive: true, force: true }),
  };
}

/**
 * @param {string} from
 * @param {string} to made
 * @returns {string[] | undefined} the names of the files; undefined when the app took the folder
 *   away meanwhile
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
    // Not every file system has second names, nor may everybody give them.
    copyFileSync(from, to);
  }
}

/**
 * Receives the media of a backup beside those that are there, and puts them in their place.
 * @param {string} dataDir
 */
export function stageMedia(dataDir) {
  const work = makeWorkFolder(dataDir, "restore");
  const [incoming, outgoing] = [path.join(work, "in"), path.join(work, "out")];
  for (const folder of [incoming, outgoing]) mkdirSync(folder);
  return {
    /**
     * @param {string} place `<folder>/<upload>/<file>`, checked by the reader of the backup
     * @param {import("./archive.mjs").Content} content
     */
    receive: async (place, content) => {
      const file = path.join(incoming, place);
      mkdirSync(path.dirname(file), { recursive: true });
      await pipeline(content, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
    },
    /** Puts all that was received in the place of all that is there. */
    publish: () => {
      const root = mediaFolder(dataDir);
      for (const name of foldersIn(root).filter((each) => each !== "tmp")) {
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
