import { ApiClientError } from "@/lib/api/client/api-client-error";
import { readAnswer, readJson, send } from "@/lib/api/client/http";
import { api } from "@/lib/api/client/request";
import type { AvatarAnswer, HostAnswer, MediaType, PictureKind, UploadTicket } from "@/lib/uploads/schema";

/** Sends files: a post's media directly to the media host, avatars and banners through the API. */

type Upload = {
  file: Blob;
  fileName: string;
  mediaType: MediaType;
  /** A still picture of a video, for the built-in host, which cannot create one. */
  poster?: Blob | undefined;
  /** Called with the share of the bytes sent so far, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file and returns its URL. Throws `ApiClientError` with the host's message (`status` 0
 * when it could not be reached), and an `AbortError` when `signal` is aborted.
 */
export async function uploadMedia(upload: Upload): Promise<string> {
  const { mediaType, onSent, signal } = upload;
  const ticket = await api.post<UploadTicket>("/upload/signature", { body: { mediaType }, signal });
  const response = await send("POST", ticket.uploadUrl, {
    body: formOf(upload, ticket),
    signal,
    fetch: fetchWithProgress(onSent),
  });
  if (!response.ok) throw await readHostError(response);
  const { secure_url } = (await readAnswer(response)) as HostAnswer;
  return secure_url;
}

/** Fields first, the file last, so that a streaming host can reject the form before the bytes. */
function formOf({ file, fileName, poster }: Upload, ticket: UploadTicket): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  const isOurs = new URL(ticket.uploadUrl, location.href).origin === location.origin;
  if (poster && isOurs) form.append("poster", poster, "poster.jpg");
  form.append("file", file, fileName);
  return form;
}

/** The host's own error message, in Cloudinary's format or in ours. */
async function readHostError(response: Response): Promise<ApiClientError> {
  const body = (await readJson(response)) as {
    error?: { message?: unknown } | null;
    message?: unknown;
  } | null;
  const message = [body?.error?.message, body?.message].find((text) => typeof text === "string");
  const { status } = response;
  return new ApiClientError(status, "upload", message ?? `HTTP error! status: ${status}`);
}

type PictureUpload = Pick<Upload, "onSent" | "signal"> & { picture: Blob; kind: PictureKind };

/** Uploads an avatar or banner and returns its URL. */
export async function uploadPicture({ picture, kind, onSent, signal }: PictureUpload): Promise<string> {
  const body = new FormData();
  body.append("type", kind);
  body.append("file", picture, `${kind}.jpg`);
  const { imageUrl } = await api.post<AvatarAnswer>("/upload/avatar", {
    body,
    signal,
    fetch: fetchWithProgress(onSent),
  });
  return imageUrl;
}

/** `fetch` for forms with upload progress, which the browser's own does not report. */
const fetchWithProgress =
  (onSent: Upload["onSent"]) =>
  (url: string, { method = "POST", headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onSent(loaded / total);
      });
      request.upload.addEventListener("load", () => onSent(1));
      request.addEventListener("load", () => resolve(toResponse(request)));
      request.addEventListener("error", () =>
        reject(new ApiClientError(0, "network", "The connection was lost.")),
      );
      request.addEventListener("abort", () =>
        reject(new DOMException("The upload was cancelled.", "AbortError")),
      );
      request.addEventListener("loadend", () => signal?.removeEventListener("abort", abort));
      signal?.addEventListener("abort", abort);
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.send(body as FormData);
      if (signal?.aborted) abort();
    });

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const [name, value] = line.split(": ", 2);
    if (name && value) headers.append(name, value);
  }
  return new Response(request.responseText || null, { status: request.status, headers });
}
