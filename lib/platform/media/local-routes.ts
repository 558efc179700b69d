import "server-only";
import { siteOf } from "@/lib/platform/client-network";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { mediaHost } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import { deliverMedia } from "@/lib/platform/media/local-deliver";
import { receiveUpload, type UploadLedger } from "@/lib/platform/media/local-receive";
import { takeToken } from "@/lib/platform/token-bucket";

/**
 * The HTTP interface of the built-in host. Its answers are like Cloudinary's: an error is
 * `{ error: { message } }`, with our own `message` next to it. Any origin may call it, because
 * writing needs a signature and reading needs the address.
 */

/** `POST` of a form with a file, or a piece of one, to `/media/{image|video}/upload`. */
export async function uploadToLocalHost(request: Request, ledger: UploadLedger): Promise<Response> {
  return withErrorResponses(async () => {
    const type = /^\/media\/(image|video)\/upload$/.exec(pathOf(request))?.[1];
    if (!type) throw notFoundError();
    const answer = await receiveUpload(request, type as MediaType, ledger);
    return Response.json(answer, { headers: { "Access-Control-Allow-Origin": "*" } });
  });
}

/** `GET` and `HEAD` of `/media/{image|video}/upload/…`. */
export async function serveFromLocalHost(request: Request, network: string): Promise<Response> {
  return withErrorResponses(() => {
    takeToken("media_site", siteOf(network));
    return deliverMedia(request, pathOf(request).replace(/^\/media\//, ""));
  });
}

/** Answers a CORS preflight request. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
      "Access-Control-Allow-Headers":
        "Content-Range, Content-Type, If-Range, Range, X-Requested-With, X-Unique-Upload-Id",
      "Access-Control-Max-Age": "86400",
    },
  });
}

const pathOf = (request: Request) => new URL(request.url).pathname;

async function withErrorResponses(act: () => Response | Promise<Response>): Promise<Response> {
  try {
    // These routes do not exist when Cloudinary is the host.
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
