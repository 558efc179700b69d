import "server-only";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { ApiError } from "@/lib/api/errors";

/** Forms with files, written to disk as they arrive: memory holds one network chunk, whatever the file's size. */

export type ReceivedFile = { path: string; bytes: number };
export type ReceivedForm = { fields: Record<string, string>; files: Record<string, ReceivedFile> };

type Rules = {
  /** An existing folder of this request's own; the caller removes it. */
  directory: string;
  /** Names of the file fields that are wanted and the most bytes of each; other files are passed over. */
  files: Record<string, number>;
  /** Called as a file begins, with the fields that came before it; throwing stops the upload there. */
  beforeFile?: (fields: Record<string, string>) => void;
};

/** Longest silence of a sender, in milliseconds. */
const SILENCE_MAX = 30_000;
/** Room for the form around the files. */
const FRAME_BYTES = 64 * 1024;

/**
 * Receives a multipart form. Throws `unsupported_type` (415) for any other body, `too_large` (413) as soon as a file
 * passes its limit, `bad_request` (400) for a form that is broken, cut off or silent for 30 s.
 */
export async function receiveForm(request: Request, rules: Rules): Promise<ReceivedForm> {
  const most = Object.values(rules.files).reduce((sum, bytes) => sum + bytes, FRAME_BYTES);
  if (Number(request.headers.get("content-length") ?? 0) > most)
    throw tooLarge(Math.max(...Object.values(rules.files)));
  const parser = openParser(request);
  const form: ReceivedForm = { fields: {}, files: {} };
  const writing: Promise<void>[] = [];
  const failed = new Promise<never>((_, reject) => {
    parser.on("error", reject);
    for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) {
      parser.on(limit, () => reject(new ApiError("bad_request", "That form has too many parts.")));
    }
    parser.on("field", (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated)
        reject(new ApiError("bad_request", "A field of that form is too long."));
      else if (!Object.hasOwn(form.fields, name)) form.fields[name] = value;
    });
    parser.on("file", (name, stream) => {
      const max =
        Object.hasOwn(rules.files, name) && !Object.hasOwn(form.files, name) ? rules.files[name] : undefined;
      if (max === undefined) {
        stream.resume();
        return;
      }
      const file = { path: join(rules.directory, `received-${writing.length}`), bytes: 0 };
      form.files[name] = file;
      const write = writeFile(stream, file, max, () => rules.beforeFile?.(form.fields));
      write.catch(reject);
      writing.push(write);
    });
  });
  try {
    await Promise.race([feed(request, parser), failed]);
    await Promise.race([Promise.all(writing), failed]);
    return form;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("bad_request", "The upload was cut off or is not a form. Please try again.", {
      cause,
    });
  } finally {
    parser.destroy();
    await Promise.allSettled([...writing, settled(failed)]);
  }
}

/** Nobody waits for `failed` once the form is complete; it must not count as an unhandled rejection either. */
const settled = (failed: Promise<never>) => Promise.race([failed, Promise.resolve()]);

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
  check: () => void,
): Promise<void> {
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      check();
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
async function feed(request: Request, parser: ReturnType<typeof busboy>): Promise<void> {
  if (!request.body) throw new ApiError("bad_request", "The form is empty. Please try again.");
  const reader = request.body.getReader();
  const closed = once(parser, "close");
  try {
    for (;;) {
      const { done, value } = await beforeSilence(reader.read());
      if (done) break;
      if (parser.destroyed) return;
      if (!parser.write(value)) await Promise.race([once(parser, "drain"), closed]);
    }
  } finally {
    reader.releaseLock();
  }
  parser.end();
  await closed;
}

async function beforeSilence<T>(read: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ApiError("bad_request", "The upload stalled. Please try again.")),
      SILENCE_MAX,
    );
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

export function tooLarge(max: number): ApiError {
  return new ApiError(
    "too_large",
    `That file is too large. Please choose one of at most ${max / 1024 ** 2} MB.`,
  );
}
