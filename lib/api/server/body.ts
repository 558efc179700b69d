import "server-only";
import { ApiError } from "@/lib/platform/errors";

/**
 * The largest JSON body of a member, in bytes. The largest caption and description fit even when
 * escaped (lib/api/fields.ts), and 300 slow requests still take less than 50 MB of memory.
 */
export const MEMBER_JSON_MAX = 128 * 1024;
/** The largest JSON body of an anonymous caller, in bytes: twice the largest registration. */
export const ANONYMOUS_JSON_MAX = 32 * 1024;
/** How long a body may take to arrive, in milliseconds. */
export const JSON_BODY_MS = 10_000;

export type ReadBody = { empty: true } | { empty: false; value: unknown };

/**
 * Reads a JSON body of at most `max` bytes. Throws `unsupported_type` (415), `too_large` (413),
 * `timeout` (408) or `bad_request` (400: invalid JSON, NUL, lone surrogates, too deeply nested),
 * and nothing else.
 */
export async function readJson(request: Request, max = MEMBER_JSON_MAX): Promise<ReadBody> {
  const isJson = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(
    request.headers.get("content-type") ?? "",
  );
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > max) throw tooLarge(max);
  // Reject other types before reading the body.
  if (!isJson && (length > 0 || request.headers.has("transfer-encoding"))) throw notJson();
  const text = decode(await readBytes(request, max));
  if (text.trim() === "") return { empty: true };
  if (!isJson) throw notJson();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError("bad_request", "The body is not valid JSON.", { cause });
  }
  assertWellFormed(value, 0);
  return { empty: false, value };
}

const notJson = () => new ApiError("unsupported_type", "Please send JSON (Content-Type: application/json).");

const tooLarge = (max: number) =>
  new ApiError("too_large", `The body is too large: at most ${max / 1024} KB.`);

/**
 * Reads a body of any type as text, at most `max` bytes. Throws `too_large` (413), `timeout` (408)
 * or `bad_request` (400).
 */
export async function readText(request: Request, max = ANONYMOUS_JSON_MAX): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge(max);
  return decode(await readBytes(request, max));
}

/** Reads all chunks of a body. */
async function readBytes(request: Request, max: number): Promise<Uint8Array[]> {
  if (!request.body) return [];
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), JSON_BODY_MS);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout]);
      if (done) return chunks;
      bytes += value.byteLength;
      if (bytes > max) throw tooLarge(max);
      chunks.push(value);
    }
  } catch (cause) {
    // Cancelling can only fail when the connection is gone, which is fine.
    reader.cancel().catch(() => undefined);
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("bad_request", "The body could not be read.", { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** The client is still sending, so the connection can't be reused for another request. */
const tooSlow = () =>
  new ApiError("timeout", "The request took too long to arrive. Please try again.", {
    headers: { Connection: "close" },
  });

function decode(chunks: Uint8Array[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ApiError("bad_request", "The body is not text in UTF-8.", { cause });
  }
}

/** No schema nests deeper than 2, and the stack would take far more. */
const DEPTH_MAX = 20;

/** Rejects strings that are not text (NUL, lone surrogates), and values nested too deeply. */
function assertWellFormed(value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) throw new ApiError("bad_request", "The body is too deeply nested.");
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed()) {
      throw new ApiError("bad_request", "The body contains invalid characters.");
    }
  } else if (Array.isArray(value)) {
    for (const item of value) assertWellFormed(item, depth + 1);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      assertWellFormed(key, depth + 1);
      assertWellFormed(item, depth + 1);
    }
  }
}
