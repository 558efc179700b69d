import "server-only";
import * as z from "zod";
import type { MediaRef } from "@/lib/platform/media/host";

/**
 * Where the files of the built-in host lie: on disk or in a bucket of S3. Whatever is done to a
 * file happens in a folder on this machine first, and is the same for both.
 */
export type Shelf = {
  /** As `MediaHost.rejectsDestroyed`. */
  rejectsDestroyed: boolean;
  /** The metadata of an upload; null if there is none of that type. */
  readFacts(ref: MediaRef): Promise<StoredFacts | null>;
  /**
   * Puts the files of a work folder (`writeFiles`) on the shelf as one upload, complete or absent,
   * and forgets how it arrived. False if the public id already exists: after a repeated upload the
   * first one stays. The folder is the caller's to remove.
   */
  publish(folder: string, publicId: string): Promise<boolean>;
  /**
   * One file of an upload, or a part of it; null if it is missing. Callers pass only names of our
   * own making.
   */
  read(publicId: string, name: string, range?: ByteRange): Promise<FileBody | null>;
  /** Deletes an upload, or what has arrived of it. One that is missing stays so. */
  remove(publicId: string): Promise<void>;
  /** Whether an upload is delivered to no one: an empty file beside its others says so. */
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
  /** How many bytes each file has. */
  files: z.record(z.string(), z.number()),
});
export type StoredFacts = z.infer<typeof facts>;

/** The name of the file that holds an upload's metadata. */
export const FACTS = "facts.json";

/** Reads the metadata of an upload; null if it is of another type. */
export function parseFacts(text: string, { mediaType }: MediaRef): StoredFacts | null {
  const stored = facts.parse(JSON.parse(text));
  return stored.mediaType === mediaType ? stored : null;
}
