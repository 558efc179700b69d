import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { ApiError } from "@/lib/platform/errors";
import { type MediaPath, parseMediaPath } from "@/lib/platform/media/host";
import { onMissing, pathOf, readFacts, type StoredFacts } from "@/lib/platform/media/local-files";
import { POSTER_TRANSFORMATION } from "@/lib/text/media-url";

/**
 * What the built-in host answers to whoever asks for a file: in sizes, in ranges, and for a year.
 */

const CONTENT_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
};

/** Files up to this are answered in one piece, without holding the file open. */
const IN_ONE_PIECE = 256 * 1024;
const CHUNK = 128 * 1024;

const notFound = () => new ApiError("not_found", "There is no such file.");
const sizing = /^c_limit,f_auto,q_auto,w_(\d{1,4})$/;

/**
 * A file of the built-in host by its path below `/media/`. Throws `not_found` (404), and
 * `bad_request` (400) for transformations this host does not make.
 */
export async function deliverMedia(request: Request, path: string): Promise<Response> {
  const wanted = parseMediaPath(path);
  if (!wanted) throw notFound();
  const isPoster = wanted.mediaType === "video" && wanted.transformation === POSTER_TRANSFORMATION;
  const isSized = wanted.mediaType === "image" && sizing.test(wanted.transformation);
  if (wanted.transformation !== "" && !isPoster && !isSized) {
    throw new ApiError("bad_request", "That transformation is not available here.");
  }
  const facts = await readFacts(wanted);
  if (!facts) throw notFound();
  return send(request, wanted.publicId, fileFor(wanted, facts));
}

/**
 * `f_auto` is WebP here, which every browser the product supports reads: the answer is the same for
 * all, so it needs no `Vary: Accept`. (AVIF would be a quarter smaller and take seconds per picture
 * to make; Cloudinary has the machines.)
 */
function fileFor({ mediaType, transformation }: MediaPath, facts: StoredFacts): string {
  if (mediaType === "video" && transformation !== "") return "poster.jpg";
  const asked = Number(sizing.exec(transformation)?.[1] ?? Number.POSITIVE_INFINITY);
  const width = facts.widths.find((each) => each >= asked);
  return width === undefined ? `master.${facts.format}` : `w${width}.webp`;
}

async function send(request: Request, publicId: string, name: string): Promise<Response> {
  const etag = `"${publicId.slice(-12)}-${name}"`;
  const headers = new Headers({
    "Content-Type": CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Disposition": "inline",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Content-Length, Content-Range, ETag",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  const file = await open(pathOf(publicId, name), "r").catch(onMissing(null));
  if (!file) throw notFound();
  let streaming = false;
  try {
    if (matches(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    const { size } = await file.stat();
    const ifRange = request.headers.get("if-range");
    const asked = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
    const range = parseRange(asked, size);
    if (range === "unsatisfiable") {
      headers.set("Content-Range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    // Next.js drops a route's Content-Length; our server (scripts/server/content-length.mjs) restores
    // it from the second name.
    for (const name of ["Content-Length", "X-File-Length"]) headers.set(name, String(end - start + 1));
    if (range) headers.set("Content-Range", `bytes ${start}-${end}/${size}`);
    const status = range ? 206 : 200;
    if (request.method === "HEAD") return new Response(null, { status, headers });
    if (end - start < IN_ONE_PIECE) {
      const bytes = new Uint8Array(end - start + 1);
      await file.read(bytes, 0, bytes.length, start);
      return new Response(bytes, { status, headers });
    }
    streaming = true;
    return new Response(streamOf(file, start, end), { status, headers });
  } finally {
    if (!streaming) await file.close();
  }
}

const matches = (header: string | null, etag: string) =>
  (header ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag || each.trim() === "*");

type ByteRange = { start: number; end: number };

/**
 * The one range of bytes (both ends included) a request asks for; null for the whole file, which is
 * also the answer to several ranges and to what is not a range of bytes (RFC 9110 allows a server
 * to ignore those).
 */
export function parseRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/**
 * Reads as fast as the receiver takes it; the file is closed at the end, on failure and when the
 * receiver leaves.
 */
function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = new Uint8Array(Math.min(CHUNK, end - at + 1));
          const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
          if (bytesRead === 0) throw new Error("The file ended early.");
          at += bytesRead;
          controller.enqueue(bytes.subarray(0, bytesRead));
          if (at <= end) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file.close();
          controller.error(error);
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 1 },
  );
}
