import "server-only";
import { ApiError } from "@/lib/api/errors";

/** Largest JSON body in bytes: a caption of 2,000 characters of four bytes, escaped, fits many times. */
const JSON_MAX = 64 * 1024;

export type ReadBody = { empty: true } | { empty: false; value: unknown };

/**
 * Reads a JSON body. Throws `unsupported_type` (415), `too_large` (413) or `bad_request` (400: broken JSON, NUL,
 * lone surrogates, nested too deep), never anything else.
 */
export async function readJson(request: Request): Promise<ReadBody> {
  const text = await readText(request, JSON_MAX);
  if (text.trim() === "") return { empty: true };
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(json|[\w.-]+\+json)\s*(;|$)/i.test(type)) {
    throw new ApiError("unsupported_type", "Please send JSON (Content-Type: application/json).");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ApiError("bad_request", "The body is not valid JSON.", { cause });
  }
  refuseBadText(value, 0);
  return { empty: false, value };
}

async function readText(request: Request, max: number): Promise<string> {
  const tooLarge = () => new ApiError("too_large", `The body is too large: at most ${max / 1024} KB.`);
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  if (!request.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > max) throw tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError("bad_request", "The body could not be read.", { cause });
  }
}

/** Deepest nesting any contract needs is 2; far below what could exhaust the stack. */
const DEPTH_MAX = 20;

function refuseBadText(value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) throw new ApiError("bad_request", "The body is nested too deep.");
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed()) {
      throw new ApiError("bad_request", "The body has characters that are not text.");
    }
  } else if (Array.isArray(value)) {
    for (const item of value) refuseBadText(item, depth + 1);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      refuseBadText(key, depth + 1);
      refuseBadText(item, depth + 1);
    }
  }
}
