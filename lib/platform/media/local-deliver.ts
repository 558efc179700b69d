import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import { ApiError } from "@/lib/platform/errors";
import { type MediaPath, parseMediaPath } from "@/lib/platform/media/host";
import { isWithheld, onMissing, pathOf, readFacts, type StoredFacts } from "@/lib/platform/media/local-files";
import { POSTER_TRANSFORMATION, STILL_TRANSFORMATION } from "@/lib/text/media-url";

/**
 * Serves files of the built-in host: in several widths, with range requests. Caches ask again after
 * an hour, because moderators may have removed what a file belongs to.
 */

const CONTENT_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
};

/** Files up to this size are sent from memory, so that their handle closes at once. */
const BUFFERED_MAX = 256 * 1024;
const CHUNK = 128 * 1024;
/** Less than the two hours within which pictures of someone's body have to be gone. */
const CACHE_SECONDS = 3_600;

const notFound = () => new ApiError("not_found", "There is no such file.");
const SIZED = /^c_limit,f_auto,q_auto,w_(\d{1,4})$/;

/**
 * Serves a file by its path below `/media/`. Throws `not_found` (404), and `bad_request` (400) for
 * transformations this host does not offer.
 */
export async function deliverMedia(request: Request, path: string): Promise<Response> {
  const media = parseMediaPath(path);
  if (!media) throw notFound();
  const isPoster = media.mediaType === "video" && media.transformation === POSTER_TRANSFORMATION;
  const isSized = media.mediaType === "image" && SIZED.test(media.transformation);
  const isStill = media.mediaType === "image" && media.transformation === STILL_TRANSFORMATION;
  if (media.transformation !== "" && !isPoster && !isSized && !isStill) {
    throw new ApiError("bad_request", "That transformation is not available here.");
  }
  const facts = await readFacts(media);
  if (!facts || (await isWithheld(media.publicId))) throw notFound();
  return send(request, media.publicId, fileFor(media, facts));
}

/**
 * `f_auto` means WebP here, which every supported browser reads. So the response is the same for
 * all and needs no `Vary: Accept`. (AVIF would be a quarter smaller, but takes seconds a picture to
 * encode.)
 */
function fileFor({ mediaType, transformation }: MediaPath, facts: StoredFacts): string {
  if (mediaType === "video" && transformation !== "") return "poster.jpg";
  if (transformation === STILL_TRANSFORMATION && facts.hasStill) return "still.webp";
  const minWidth = Number(SIZED.exec(transformation)?.[1] ?? Number.POSITIVE_INFINITY);
  const width = facts.widths.find((candidate) => candidate >= minWidth);
  return width === undefined ? `master.${facts.format}` : `w${width}.webp`;
}

async function send(request: Request, publicId: string, name: string): Promise<Response> {
  const etag = `"${publicId.slice(-12)}-${name}"`;
  const headers = new Headers({
    "Content-Type": CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "Cache-Control": `public, max-age=${CACHE_SECONDS}, must-revalidate`,
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
  let isStreaming = false;
  try {
    if (matchesEtag(request.headers.get("if-none-match"), etag))
      return new Response(null, { status: 304, headers });
    const { size } = await file.stat();
    const ifRange = request.headers.get("if-range");
    const rangeHeader = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
    const range = parseRange(rangeHeader, size);
    if (range === "unsatisfiable") {
      headers.set("Content-Range", `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    // Next.js drops a route's Content-Length; our server (scripts/server/content-length.mjs)
    // restores it from X-File-Length.
    for (const name of ["Content-Length", "X-File-Length"]) headers.set(name, String(end - start + 1));
    if (range) headers.set("Content-Range", `bytes ${start}-${end}/${size}`);
    const status = range ? 206 : 200;
    if (request.method === "HEAD") return new Response(null, { status, headers });
    if (end - start < BUFFERED_MAX) {
      const bytes = new Uint8Array(end - start + 1);
      await file.read(bytes, 0, bytes.length, start);
      return new Response(bytes, { status, headers });
    }
    isStreaming = true;
    return new Response(streamOf(file, start, end), { status, headers });
  } finally {
    if (!isStreaming) await file.close();
  }
}

const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");

type ByteRange = { start: number; end: number };

/**
 * The single byte range a request asks for, both ends included. Null means the whole file, also for
 * several ranges or other units, which RFC 9110 allows a server to ignore.
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
 * Reads only as fast as the client consumes. The file is closed at the end, on failure and when the
 * client disconnects.
 */
function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = new Uint8Array(Math.min(CHUNK, end - position + 1));
          const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
          if (bytesRead === 0) throw new Error("The file ended early.");
          position += bytesRead;
          controller.enqueue(bytes.subarray(0, bytesRead));
          if (position <= end) return;
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
