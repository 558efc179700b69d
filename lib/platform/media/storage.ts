import "server-only";
import * as z from "zod";
import { log } from "@/lib/platform/log";
import { type MediaRef, PUBLIC_ID } from "@/lib/platform/media/host";

/**
 * Where the files of the built-in host lie: on disk or in a bucket of S3. Whatever is done to a
 * file happens in a folder on this machine first, and is the same for both.
 */
export type Storage = {
  /** As `MediaHost.rejectsDestroyed`. */
  rejectsDestroyed: boolean;
  /** The metadata of an upload; null if there is none of that type. */
  readFacts(ref: MediaRef): Promise<StoredFacts | null>;
  /**
   * Puts the files of a work folder (`writeFiles`) into the storage as one upload, complete or absent,
   * and forgets how it arrived. False if the public id already exists: after a repeated upload the
   * first one stays. The folder is the caller's to remove.
   */
  publish(folder: string, publicId: string): Promise<boolean>;
  /**
   * One file of an upload, or a part of it; null if it is missing. Throws for a name that no upload
   * has (`keyOf`).
   */
  read(publicId: string, name: string, range?: ByteRange): Promise<FileBody | null>;
  /** Deletes an upload, or what has arrived of it. One that is missing stays so. */
  remove(publicId: string): Promise<void>;
  /** Whether an upload is delivered to no one: an empty file next to its others says so. */
  isWithheld(publicId: string): Promise<boolean>;
  /** Withholds an upload, or delivers it again. One that is missing stays so. */
  setWithheld(publicId: string, isWithheld: boolean): Promise<void>;
  arrivals: Arrivals;
  /** Resolves if files can be stored. */
  check(): Promise<void>;
};

/** What an upload brings: its file, or the still picture of a video. */
export type UploadPart = "file" | "poster";

/**
 * What has arrived of uploads that are not complete. Each piece may come to another instance.
 */
export type Arrivals = {
  /** How many bytes have arrived of each part, without a gap. */
  sizes(publicId: string): Promise<Record<UploadPart, number>>;
  /**
   * The folder on this machine's disk into which pieces are written: into the file that is named as
   * their part, each where it belongs. `close` ends what `open` begins.
   */
  open(publicId: string): Promise<string>;
  close(folder: string): Promise<void>;
  /** Stores a piece for the instance that gets the last one. A first piece begins a new file. */
  keep(publicId: string, folder: string, part: UploadPart, piece: ByteRange): Promise<void>;
  /**
   * Adds to the folder what came before the file's last piece, which begins at `start`, and the
   * still picture. False when some of it is missing.
   */
  gather(publicId: string, folder: string, start: number): Promise<boolean>;
  remove(publicId: string): Promise<void>;
};

/** Both ends are included. */
export type ByteRange = { start: number; end: number };
export type FileBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** The name of the file that holds an upload's metadata, and of the empty one that withholds it. */
export const FACTS = "facts.json";
export const WITHHELD = "withheld";

const FORMATS = ["jpg", "webp", "mp4", "webm"] as const;
const FILE_NAME = new RegExp(
  `^(master\\.(${FORMATS.join("|")})|w\\d{1,5}\\.webp|still\\.webp|poster\\.jpg)$`,
);

/** Nothing that is read back is trusted: a backup or another program may have written the file. */
const facts = z.object({
  mediaType: z.enum(["image", "video"]),
  format: z.enum(FORMATS),
  width: z.int().positive(),
  height: z.int().positive(),
  duration: z.number().nonnegative().nullable(),
  bytes: z.int().nonnegative(),
  placeholder: z.string().regex(/^data:image\/webp;base64,[A-Za-z0-9+/=]{1,4096}$/),
  /** Widths of the resized copies, ascending. */
  widths: z.array(z.int().positive()),
  /** Whether it is a picture that moves, of which there is also a still one. */
  hasStill: z.boolean().default(false),
  /** How many bytes each file has. */
  files: z.record(z.string().regex(FILE_NAME), z.int().nonnegative()),
});
export type StoredFacts = z.infer<typeof facts>;

/** Reads the metadata of an upload; null if it is of another type, or the file is not ours. */
export function parseFacts(text: string, { publicId, mediaType }: MediaRef): StoredFacts | null {
  try {
    const stored = facts.parse(JSON.parse(text));
    return stored.mediaType === mediaType ? stored : null;
  } catch (err) {
    log().error({ err, publicId }, "the metadata of an upload are not ours: it is not delivered");
    return null;
  }
}

const isFileName = (name: string) => name === FACTS || name === WITHHELD || FILE_NAME.test(name);

/**
 * Where an upload is in a storage, or one of its files. Throws for an id or a name that points
 * anywhere else, wherever it comes from: rows of the database are read back too.
 */
export function keyOf(publicId: string, name?: string): string {
  const isOurs = PUBLIC_ID.test(publicId) && (name === undefined || isFileName(name));
  if (!isOurs) throw new Error(`${JSON.stringify([publicId, name])} is no file of an upload.`);
  return name === undefined ? publicId : `${publicId}/${name}`;
}
