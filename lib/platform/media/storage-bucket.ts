import "server-only";
import { createWriteStream, openAsBlob } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pLimit from "p-limit";
import { cacheFor } from "@/lib/platform/cache";
import { ApiError } from "@/lib/platform/errors";
import { FOLDER } from "@/lib/platform/media/host";
import { checkWritable, makeWorkFolder, removeFolder } from "@/lib/platform/media/local-files";
import { type Bucket, chunksOf, openBucket } from "@/lib/platform/media/s3";
import type { S3Address } from "@/lib/platform/media/s3-address";
import {
  type Arrivals,
  FACTS,
  keyOf,
  parseFacts,
  type Storage,
  type UploadPart,
  WITHHELD,
} from "@/lib/platform/media/storage";

/**
 * A bucket of S3 with the same files as the folder of the storage on disk, so that one can be copied
 * to the other. An upload exists once it has its metadata, which are stored last and deleted first.
 * Nothing is stored on this machine between two requests.
 */

/** Objects that are stored or deleted at once. */
const CONCURRENCY = 4;
/** As many objects as a list of the bucket shows, and the pieces of an upload, which are fewer. */
const LIST_MAX = 1_000;
const PIECES_MAX = 900;
/** So that the order of their names is the order of the pieces. */
const START_DIGITS = 12;
/** Everyone may look at /up as often as they like. */
const HEALTHY_CACHE_MS = 60_000;
const UNHEALTHY_CACHE_MS = 10_000;

export function bucketStorage(address: S3Address): Storage {
  const bucket = openBucket(address);
  const arrivals = arrivalsIn(bucket);
  const exists = async (publicId: string) => (await bucket.getText(keyOf(publicId, FACTS))) !== null;
  return {
    // A slow instance may store what another has destroyed.
    rejectsDestroyed: false,
    readFacts: async (ref) => {
      const text = await bucket.getText(keyOf(ref.publicId, FACTS));
      return text === null ? null : parseFacts(text, ref);
    },
    publish: async (folder, publicId) => {
      const put = async (name: string) =>
        bucket.put(keyOf(publicId, name), await openAsBlob(join(folder, name)));
      const isNew = !(await exists(publicId));
      const names = isNew ? await readdir(folder) : [];
      await inParallel(
        names.filter((name) => name !== FACTS),
        put,
      );
      // What arrived may still say where it was made: it must not outlast a crash.
      await arrivals.remove(publicId);
      if (isNew) await put(FACTS);
      return isNew;
    },
    read: (publicId, name, range) => bucket.get(keyOf(publicId, name), range),
    remove: async (publicId) => {
      await bucket.remove(keyOf(publicId, FACTS));
      await removeAll(bucket, `${keyOf(publicId)}/`);
    },
    isWithheld: async (publicId) => (await bucket.getText(markOf(publicId))) !== null,
    setWithheld: async (publicId, isWithheld) => {
      if (!isWithheld) await bucket.remove(markOf(publicId));
      else if (await exists(publicId)) await bucket.put(markOf(publicId), new Blob());
    },
    arrivals,
    check: cacheFor(
      HEALTHY_CACHE_MS,
      async () => {
        await Promise.all([checkWritable(), bucket.put(`${FOLDER}/probe`, new Blob())]);
      },
      UNHEALTHY_CACHE_MS,
    ),
  };
}

const markOf = (publicId: string) => keyOf(publicId, WITHHELD);

/**
 * Each piece is an object of its own, `<public id>/incoming/<part>-<where it begins>`. Reading one
 * takes the keys of the bucket.
 */
function arrivalsIn(bucket: Bucket): Arrivals {
  const prefixOf = (publicId: string, part = "") => `${keyOf(publicId)}/incoming/${part}`;

  /** Throws `bad_request` (400) when there are more than a list of the bucket can show. */
  async function piecesOf(publicId: string): Promise<Record<UploadPart, Piece[]>> {
    const prefix = prefixOf(publicId);
    const objects = await bucket.list(prefix);
    if (objects.length > PIECES_MAX) {
      throw new ApiError("bad_request", "That file is in too many pieces. Please send larger ones.");
    }
    const pieces: Record<UploadPart, Piece[]> = { file: [], poster: [] };
    for (const { key, bytes } of objects) {
      const [part = "", start] = key.slice(prefix.length).split("-");
      pieces[part === "poster" ? "poster" : "file"].push({ key, start: Number(start), bytes });
    }
    return pieces;
  }

  /** Writes pieces into a file. False when one is gone. */
  async function fetchInto(path: string, slices: Slice[]): Promise<boolean> {
    for (const { key, from, at, bytes } of slices) {
      const content = await bucket.get(key, { start: from, end: from + bytes - 1 });
      if (!content) return false;
      const file = createWriteStream(path, { flags: "r+", start: at });
      await pipeline(chunksOf(content), file);
    }
    return true;
  }

  return {
    sizes: async (publicId) => {
      const { file, poster } = await piecesOf(publicId);
      return { file: endOf(withoutGaps(file)), poster: endOf(withoutGaps(poster)) };
    },
    open: async () => {
      const folder = await makeWorkFolder();
      for (const part of ["file", "poster"])
        await writeFile(join(/* turbopackIgnore: true */ folder, part), "", { mode: 0o600 });
      return folder;
    },
    close: removeFolder,
    keep: async (publicId, folder, part, { start, end }) => {
      if (start === 0) await removeAll(bucket, prefixOf(publicId, `${part}-`));
      const piece = (await openAsBlob(join(folder, part))).slice(start, end + 1);
      await bucket.put(prefixOf(publicId, `${part}-${String(start).padStart(START_DIGITS, "0")}`), piece);
    },
    gather: async (publicId, folder, start) => {
      const { file, poster } = await piecesOf(publicId);
      const before = withoutGaps(file, start);
      if (endOf(before) < start) return false;
      return (
        (await fetchInto(join(/* turbopackIgnore: true */ folder, "file"), before)) &&
        (await fetchInto(join(/* turbopackIgnore: true */ folder, "poster"), withoutGaps(poster)))
      );
    },
    remove: (publicId) => removeAll(bucket, prefixOf(publicId)),
  };
}

type Piece = { key: string; start: number; bytes: number };
/** Some bytes of a piece, from `from` on, and where in the file they belong. */
type Slice = { key: string; from: number; at: number; bytes: number };

/** What of the pieces, in their order, makes the beginning of a file, of at most `max` bytes. */
function withoutGaps(pieces: Piece[], max = Number.POSITIVE_INFINITY): Slice[] {
  const slices: Slice[] = [];
  let at = 0;
  for (const { key, start, bytes } of pieces) {
    const end = Math.min(start + bytes, max);
    if (start > at) break;
    if (end <= at) continue;
    slices.push({ key, from: at - start, at, bytes: end - at });
    at = end;
  }
  return slices;
}

function endOf(slices: Slice[]): number {
  const last = slices.at(-1);
  return last ? last.at + last.bytes : 0;
}

async function removeAll(bucket: Bucket, prefix: string): Promise<void> {
  let objects: { key: string }[];
  do {
    objects = await bucket.list(prefix);
    await inParallel(objects, ({ key }) => bucket.remove(key));
  } while (objects.length === LIST_MAX);
}

async function inParallel<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(CONCURRENCY);
  await Promise.all(items.map((item) => limit(act, item)));
}
