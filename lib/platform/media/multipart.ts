import "server-only";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { ApiError } from "@/lib/platform/errors";

/**
 * Forms with files, written to disk as they arrive: memory holds one network chunk, whatever the
 * file's size.
 */

export type ReceivedFile = { path: string; bytes: number };
export type ReceivedForm = { fields: Record<string, string>; files: Record<string, ReceivedFile> };

type Rules = {
  /** An existing folder of this request's own; the caller removes it. */
  directory: string;
  /**
   * Names of the file fields that are wanted and the most bytes of each; other files are passed
   * over.
   */
  files: Record<string, number>;
  /**
   * Called as a file begins, with the fields that came before it and what tells the bytes received
   * so far; throwing stops the upload there.
   */
  beforeFile?: (fields: Record<string, string>, received: () => number) => void | Promise<void>;
  /** Stops the upload; its reason is thrown. */
  signal?: AbortSignal;
};

/**
 * How often a sender is looked at, in milliseconds, and the bytes that must have come since the
 * last look.
 */
const PACE_MS = 30_000;
const PACE_BYTES = 64 * 1024;
/** Room for the form around the files. */
export const FRAME_BYTES = 64 * 1024;

/**
 * Receives a multipart form. Throws `unsupported_type` (415) for any other body, `too_large` (413)
 * as soon as a file passes its limit or the whole passes theirs together, `bad_request` (400) for a
 * form that is broken, cut off or hardly moves.
 */
export async function receiveForm(request: Request, rules: Rules): Promise<ReceivedForm> {
  const largest = Math.max(...Object.values(rules.files));
  const most = Object.values(rules.files).reduce((sum, bytes) => sum + bytes, FRAME_BYTES);
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(largest);
  const parser = openParser(request);
  const form: ReceivedForm = { fields: {}, files: {} };
  const writing: Promise<void>[] = [];
  let received = 0;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Nobody waits for it once the form is complete.
  failed.catch(() => undefined);
  const stop = () => fail(rules.signal?.reason);
  rules.signal?.addEventListener("abort", stop, { once: true });
  parser.on("error", fail);
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) {
    parser.on(limit, () => fail(new ApiError("bad_request", "That form has too many parts.")));
  }
  parser.on("field", (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated)
      fail(new ApiError("bad_request", "A field of that form is too long."));
    else if (!Object.hasOwn(form.fields, name)) form.fields[name] = value;
  });
  let refusal: unknown;
  const beforeFile = async () => {
    try {
      await rules.beforeFile?.(form.fields, () => received);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  parser.on("file", (name, stream) => {
    const max =
      Object.hasOwn(rules.files, name) && !Object.hasOwn(form.files, name) ? rules.files[name] : undefined;
    if (max === undefined) {
      stream.on("error", fail).resume();
      return;
    }
    const file = { path: join(rules.directory, `received-${writing.length}`), bytes: 0 };
    form.files[name] = file;
    const write = writeFile(stream, file, max, beforeFile);
    write.catch(fail);
    writing.push(write);
  });
  let seen = 0;
  const pace = setInterval(() => {
    if (received - seen < PACE_BYTES)
      fail(new ApiError("bad_request", "The upload stalled. Please try again."));
    seen = received;
  }, PACE_MS);
  try {
    const count = (bytes: number) => {
      received += bytes;
      // Files that are passed over and what stands before the first part are not measured anywhere
      // else.
      if (received > most) throw tooLarge(largest);
    };
    await feed(request, parser, count, failed);
    await Promise.race([failed, Promise.all(writing)]);
    return form;
  } catch (cause) {
    if (isDiskFull(cause)) throw diskFull(cause);
    if (cause instanceof ApiError || cause === refusal) throw cause;
    throw new ApiError("bad_request", "The upload was cut off or is not a form. Please try again.", {
      cause,
    });
  } finally {
    clearInterval(pace);
    rules.signal?.removeEventListener("abort", stop);
    parser.destroy();
    await Promise.allSettled(writing);
  }
}

function openParser(request: Request) {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new ApiError("unsupported_type", "Please send the file as a form (multipart/form-data).");
  }
  try {
    return busboy({
      headers: { "content-type": type },
      limits: {
        fields: 20,
        fieldNameSize: 100,
        fieldSize: 4 * 1024,
        files: 4,
        parts: 24,
        headerPairs: 20,
        fileSize: Number.MAX_SAFE_INTEGER,
      },
    });
  } catch (cause) {
    throw new ApiError("bad_request", "The upload is not a form. Please try again.", { cause });
  }
}

async function writeFile(
  stream: Readable,
  file: ReceivedFile,
  max: number,
  check: () => Promise<void>,
): Promise<void> {
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      await check();
      for await (const chunk of chunks) {
        file.bytes += chunk.length;
        if (file.bytes > max) throw tooLarge(max);
        yield chunk;
      }
    },
    createWriteStream(file.path, { flags: "wx", mode: 0o600 }),
  );
}

/** Hands the body to the parser chunk by chunk, no faster than the disk takes it. */
async function feed(
  request: Request,
  parser: ReturnType<typeof busboy>,
  count: (bytes: number) => void,
  failed: Promise<never>,
): Promise<void> {
  if (!request.body) throw new ApiError("bad_request", "The form is empty. Please try again.");
  const reader = request.body.getReader();
  const closed = new Promise<void>((resolve) => parser.once("close", resolve));
  try {
    for (;;) {
      const { done, value } = await Promise.race([failed, reader.read()]);
      if (done) break;
      count(value.length);
      if (parser.destroyed) return;
      if (!parser.write(value)) await Promise.race([failed, closed, once(parser, "drain")]);
    }
  } finally {
    reader.releaseLock();
  }
  parser.end();
  await Promise.race([failed, closed]);
}

const isDiskFull = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ENOSPC";

/** No more files fit on the disk. */
export const diskFull = (cause?: unknown) =>
  new ApiError("unavailable", "There is no room for new files right now. Please try again later.", {
    cause,
    headers: { "Retry-After": "60" },
  });

export function tooLarge(max: number): ApiError {
  return new ApiError(
    "too_large",
    `That file is too large. Please choose one of at most ${max / 1024 ** 2} MB.`,
  );
}
