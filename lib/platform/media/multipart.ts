import "server-only";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { ApiError } from "@/lib/platform/errors";

/**
 * Parses multipart forms and streams their files to disk, so that memory holds one network chunk
 * however large the file is.
 */

export type ReceivedFile = { path: string; bytes: number };
export type ReceivedForm = { fields: Record<string, string>; files: Record<string, ReceivedFile> };

type Rules = {
  /** An existing folder for this request alone; the caller removes it. */
  directory: string;
  /** Accepted file fields and the maximum bytes of each; other files are skipped. */
  files: Record<string, number>;
  /**
   * Called as a file begins, with the fields before it and a function that returns the bytes
   * received so far. Throwing stops the upload.
   */
  beforeFile?: (fields: Record<string, string>, received: () => number) => void | Promise<void>;
  /** Aborts the upload; its reason is thrown. */
  signal?: AbortSignal;
  /** Whether it is known who sends; without it, they are. */
  isKnown?: () => boolean;
};

/**
 * An upload of which this much has not arrived in the time below counts as stalled. Strangers get
 * as long as for any other body (docs/security.md).
 */
const PACE_BYTES = 64 * 1024;
const PACE_MS = 30_000;
const STRANGER_PACE_MS = 10_000;
/** Allowance for the form around the files. */
export const FORM_OVERHEAD = 64 * 1024;

/**
 * Receives a multipart form. Throws `unsupported_type` (415) for any other body, `too_large` (413)
 * as soon as a file exceeds its limit or the form exceeds their sum, and `bad_request` (400) for a
 * form that is malformed, truncated or stalled.
 */
export async function receiveForm(request: Request, rules: Rules): Promise<ReceivedForm> {
  const largest = Math.max(...Object.values(rules.files));
  const bytesMax = Object.values(rules.files).reduce((sum, bytes) => sum + bytes, FORM_OVERHEAD);
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge(largest);
  const parser = openParser(request);
  const form: ReceivedForm = { fields: {}, files: {} };
  const writes: Promise<void>[] = [];
  let received = 0;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Once the form is complete nothing awaits it.
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
  let rejection: unknown;
  const beforeFile = async () => {
    try {
      await rules.beforeFile?.(form.fields, () => received);
    } catch (error) {
      rejection = error;
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
    const file = { path: join(rules.directory, `received-${writes.length}`), bytes: 0 };
    form.files[name] = file;
    const write = writeFile(stream, file, max, beforeFile);
    write.catch(fail);
    writes.push(write);
  });
  let lastReceived = 0;
  let quietMs = 0;
  const stallTimer = setInterval(() => {
    quietMs += STRANGER_PACE_MS;
    if (received - lastReceived >= PACE_BYTES) {
      lastReceived = received;
      quietMs = 0;
    } else if (quietMs >= (rules.isKnown?.() === false ? STRANGER_PACE_MS : PACE_MS)) {
      fail(new ApiError("bad_request", "The upload stalled. Please try again."));
    }
  }, STRANGER_PACE_MS);
  try {
    const count = (bytes: number) => {
      received += bytes;
      // Skipped files and the preamble have no limit of their own.
      if (received > bytesMax) throw tooLarge(largest);
    };
    await pump(request, parser, count, failed);
    await Promise.race([failed, Promise.all(writes)]);
    return form;
  } catch (cause) {
    if (isDiskFull(cause)) throw diskFull(cause);
    if (cause instanceof ApiError || cause === rejection) throw cause;
    throw new ApiError("bad_request", "The upload was cut off or is not a form. Please try again.", {
      cause,
    });
  } finally {
    clearInterval(stallTimer);
    rules.signal?.removeEventListener("abort", stop);
    parser.destroy();
    await Promise.allSettled(writes);
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

/** Feeds the body to the parser chunk by chunk, no faster than the disk can write. */
async function pump(
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

/** The disk is full. */
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
