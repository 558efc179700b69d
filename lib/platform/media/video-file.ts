import "server-only";
import type { FileHandle } from "node:fs/promises";
import { ApiError } from "@/lib/api/errors";

/** What the readers of both containers share. */

export type VideoFormat = "mp4" | "webm";

export type VideoFacts = {
  format: VideoFormat;
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Seconds; null when the container does not say (recordings made in a browser often do not). */
  duration: number | null;
};

/** Bytes of a file, from `start` up to and without `end`. */
export type Range = { start: number; end: number };

const DAMAGED = "We couldn't read that video. Please choose another one.";

/** Throws `unsupported_type` (415) with a reason a person can act on, or `validation` (400) for a damaged file. */
export function refuseVideo(reason?: string): never {
  throw reason ? new ApiError("unsupported_type", reason) : new ApiError("validation", DAMAGED);
}

/** Fills `into` from `position`. Throws `validation` when the file ends before. */
export async function readFully(file: FileHandle, into: Buffer, position: number): Promise<void> {
  const { bytesRead } = await file.read(into, 0, into.length, position);
  if (bytesRead !== into.length) refuseVideo();
}

export async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

const ZEROS = Buffer.alloc(256 * 1024);

/** Overwrites a part of the file with zeros. */
export async function wipe(file: FileHandle, { start, end }: Range): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length) {
    await writeFully(file, ZEROS.subarray(0, Math.min(ZEROS.length, end - at)), at);
  }
}
