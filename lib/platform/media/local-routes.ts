import "server-only";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { mediaHost } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { deliverMedia } from "@/lib/platform/media/local-deliver";
import { receiveUpload, type UploadLedger } from "@/lib/platform/media/local-receive";

/**
 * The built-in host as the web sees it. It speaks as Cloudinary does: a refusal is `{ error: {
 * message } }`, with our own `message` beside it, and any page may ask (a signature is needed to
 * write, an address to read).
 */

/** Answers `POST /media/{image|video}/upload`. */
export async function uploadToLocalHost(request: Request, ledger: UploadLedger): Promise<Response> {
  return speaking(async () => {
    const type = /^\/media\/(image|video)\/upload$/.exec(pathOf(request))?.[1];
    if (!type) throw notFoundError();
    const answer = await receiveUpload(request, type as MediaType, ledger);
    return Response.json(answer, { headers: { "Access-Control-Allow-Origin": "*" } });
  });
}

/** Answers `GET` and `HEAD` of `/media/{image|video}/upload/…`. */
export async function serveFromLocalHost(request: Request): Promise<Response> {
  return speaking(() => deliverMedia(request, pathOf(request).replace(/^\/media\//, "")));
}

/** Answers a browser that asks whether another site's page may do these things. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
      "Access-Control-Allow-Headers": "Content-Type, Range, If-Range, X-Requested-With",
      "Access-Control-Max-Age": "86400",
    },
  });
}

const pathOf = (request: Request) => new URL(request.url).pathname;

async function speaking(act: () => Promise<Response>): Promise<Response> {
  try {
    // Where Cloudinary is the host, this one is not there.
    if (mediaHost().name !== "local") throw notFoundError();
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body = { error: { message: error.message }, message: error.message };
    return Response.json(body, {
      status: error.status,
      headers: { "Access-Control-Allow-Origin": "*", ...error.headers },
    });
  }
}
