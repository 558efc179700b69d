import "server-only";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "@fastify/busboy";
import { ApiError } from "@/lib/platform/errors";

/**
 * Reads bodies that carry files, chunk by chunk, so that memory holds one of them however large the
 * file is. Their senders are known: by a signature or a session.
 */

/** A body of which this much has not arrived in that time has stalled. */
const PACE_BYTES = 64 * 1024;
const PACE_MS = 30_000;
/** Allowance for the form around the files. */
const FORM_OVERHEAD = 64 * 1024;

/**
 * The chunks of a body. Throws `too_large` (413) when it exceeds `bytesMax`, `bad_request` (400)
 * when it is cut off or stalls, and the reason of `signal` when that aborts. The rest stays unread:
 * cancelling would close the connection before the response is sent.
 */
export async function* readBody(
  request: Request,
  bytesMax: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const reader = request.body?.getReader();
  if (!reader) return;
  // Releasing the reader rejects the read that waits. A race with a promise that lasts as long as the
  // upload would keep every chunk in memory until then.
  let failure: unknown;
  const stop = (reason: unknown) => {
    failure ??= reason;
    reader.releaseLock();
  };
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  let [received, before] = [0, 0];
  const timer = setInterval(() => {
    if (received - before < PACE_BYTES) stop(badRequest("The upload stalled. Please try again."));
    before = received;
  }, PACE_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received += value.length;
      if (received > bytesMax) throw tooLarge(bytesMax);
      yield value;
    }
  } catch (error) {
    const cause = failure ?? error;
    if (cause instanceof ApiError) throw cause;
    throw badRequest("The upload was cut off. Please try again.", cause);
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", abort);
    reader.releaseLock();
  }
}

type FormRules = {
  /** How large a file may be, in bytes, and how many of that size. */
  bytesMax: number;
  filesMax?: number;
  /** Called as a file begins; reads it to its end. Other files are skipped when it returns null. */
  save: (name: string, file: Readable) => Promise<void> | null;
  signal?: AbortSignal;
};

/**
 * Reads a form (multipart/form-data) and returns its fields. Throws `unsupported_type` (415) for
 * any other body, `too_large` (413) as soon as a file exceeds its limit or the form that of all of
 * them, `bad_request` (400) for a form that is malformed, and like `readBody` and `save`.
 */
export async function readForm(
  request: Request,
  { bytesMax, filesMax = 1, save, signal }: FormRules,
): Promise<Record<string, string>> {
  const parser = openParser(request, bytesMax);
  const fields: Record<string, string> = {};
  const files: Readable[] = [];
  const saves: Promise<void>[] = [];
  const failure = new AbortController();
  const fail = (reason: unknown) => failure.abort(reason);
  const stop = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const) {
    parser.on(limit, () => fail(badRequest("That form has too many parts.")));
  }
  parser.on("field", (name, value, _, isCutOff) => {
    if (isCutOff) fail(badRequest("A field of that form is too long."));
    else if (!Object.hasOwn(fields, name)) fields[name] = value;
  });
  parser.on("file", (name, file) => {
    file.on("limit", () => fail(tooLarge(bytesMax)));
    // The form's own error says what is wrong with it.
    file.on("error", () => undefined);
    const saved = save(name, file);
    if (!saved) return file.resume();
    saved.catch(fail);
    files.push(file);
    return saves.push(saved);
  });
  try {
    const body = readBody(request, filesMax * bytesMax + FORM_OVERHEAD, stop);
    await pipeline(body, parser, { signal: stop });
    await Promise.all(saves);
    return fields;
  } catch (cause) {
    parser.destroy();
    // The parser leaves the file it was reading open, and saving it would wait for ever.
    for (const file of files) file.destroy(new Error("The form ended in the middle of this file."));
    await Promise.allSettled(saves);
    // Whichever failed first, the others only say that it did. A full disk is not the form's fault.
    const known = [stop.reason, cause].find((error) => error instanceof ApiError || "errno" in Object(error));
    throw known ?? badRequest("The upload was cut off or is not a form. Please try again.", cause);
  }
}

function openParser(request: Request, fileSize: number) {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new ApiError("unsupported_type", "Please send the file as a form (multipart/form-data).");
  }
  const limits = { fields: 20, fieldSize: 4_096, files: 4, parts: 24, headerPairs: 20 };
  try {
    return busboy({ headers: { "content-type": type }, limits: { ...limits, fileSize } });
  } catch (cause) {
    throw badRequest("The upload is not a form. Please try again.", cause);
  }
}

const badRequest = (message: string, cause?: unknown) => new ApiError("bad_request", message, { cause });

export const tooLarge = (bytesMax: number) =>
  new ApiError(
    "too_large",
    `That file is too large. Please choose one of at most ${Math.floor(bytesMax / 1024 ** 2)} MB.`,
  );
