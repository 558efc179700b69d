import "server-only";
import { ApiError } from "@/lib/platform/errors";
import { type MediaPath, parseMediaPath } from "@/lib/platform/media/host";
import { findDelivered, storage } from "@/lib/platform/media/local-storage";
import type { ByteRange, StoredFacts } from "@/lib/platform/media/storage";
import { POSTER_TRANSFORMATION, STILL_TRANSFORMATION } from "@/lib/text/media-url";

/**
 * Serves files of the built-in host: in several widths, with range requests. Moderators may have
 * removed what a file belongs to, so caches ask again.
 */

const CONTENT_TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
};

/**
 * In a browser, less than the two hours within which pictures of someone's body have to be gone; a
 * cache that several people share asks each time whether it still may, and gets a 304.
 */
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
  const facts = await findDelivered(media);
  if (!facts) throw notFound();
  const name = fileFor(media, facts);
  const size = facts.files[name];
  if (size === undefined) throw notFound();
  return send(request, media.publicId, { name, size });
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

async function send(
  request: Request,
  publicId: string,
  { name, size }: { name: string; size: number },
): Promise<Response> {
  const etag = `"${publicId.slice(-12)}-${name}"`;
  const headers = new Headers({
    "Content-Type": CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    "Cache-Control": `public, max-age=${CACHE_SECONDS}, s-maxage=0, must-revalidate`,
    "Content-Disposition": "inline",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Content-Length, Content-Range, ETag",
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get("if-range");
  const rangeHeader = ifRange === null || ifRange === etag ? request.headers.get("range") : null;
  const range = parseRange(rangeHeader, size);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // Next.js drops a route's Content-Length; our server (scripts/server/before-next.mjs)
  // restores it from X-File-Length.
  for (const name of ["Content-Length", "X-File-Length"]) headers.set(name, String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const body = await storage().read(publicId, name, range ?? undefined);
  if (!body) throw notFound();
  return new Response(body, { status, headers });
}

const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");

/**
 * The single byte range a request asks for. Null means the whole file, also for
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
