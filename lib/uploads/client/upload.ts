import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { readAnswer, readJson, send } from "@/lib/api/client/http";
import { api } from "@/lib/api/client/request";
import { INTERNAL_ERROR } from "@/lib/text/errors";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import type { HostAnswer, PictureKind, UploadTicket } from "@/lib/uploads/schema";

/**
 * Sends files: a post's media directly to the media host, in pieces that survive a lost connection,
 * avatars and banners through the API.
 */

const NOT_CONVERTED =
  "This browser can't convert that video. Please save it as MP4 with H.264 first, or post it from the phone that made it.";

type SignedUpload = Omit<UploadTicket, "poster">;
type Upload = {
  media: Pick<PreparedMedia, "file" | "fileName" | "mediaType" | "poster" | "needsConversion">;
  /** Called with the share of the bytes sent so far, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
};

/**
 * The size of a piece, in bytes, of which Cloudinary wants at least 5 MB: what has to be sent again
 * when the connection is lost. Files up to this size are sent whole.
 */
const PIECE_BYTES = 6 * 1024 ** 2;

/** Tries while the browser believes it is online, and the first wait between two of them. */
const TRIES_MAX = 5;
const FIRST_WAIT_MS = 1_000;

/**
 * Uploads a file and returns its URL. Without a connection it waits for one and goes on where it
 * stopped. Throws `ApiClientError` with the host's message (`status` 0 when it could not be reached
 * in several tries), and an `AbortError` when `signal` is aborted.
 */
export async function uploadMedia(upload: Upload): Promise<string> {
  try {
    return await uploadOnce(upload);
  } catch (error) {
    // The signature has expired during a long wait, or the host no longer has the earlier pieces or
    // expects no file.
    if (!(apiError(error)?.is("upload") && [401, 409, 410].includes(apiError(error)?.status ?? 0)))
      throw error;
    return uploadOnce(upload);
  }
}

async function uploadOnce({ media, onSent, signal }: Upload): Promise<string> {
  const { file, fileName, mediaType } = media;
  const ticket = await persist(signal, () => api.post("/upload/signature", { body: { mediaType }, signal }));
  // The built-in host converts nothing, and would say so only after the last byte.
  if (isBuiltIn(ticket) && media.needsConversion) throw new ApiClientError(415, "upload", NOT_CONVERTED);
  if (ticket.poster && media.poster) {
    await sendFile(ticket.poster, { file: media.poster, fileName: "poster.jpg", onSent: () => {}, signal });
  }
  // Cloudinary knows by it which pieces belong together.
  const uploadId = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  for (let start = 0; ; start += PIECE_BYTES) {
    const end = Math.min(start + PIECE_BYTES, file.size);
    const isLast = end === file.size;
    const response = await sendFile(ticket, {
      file: file.slice(start, end),
      fileName,
      headers:
        isLast && start === 0
          ? {}
          : { "Content-Range": `bytes ${start}-${end - 1}/${file.size}`, "X-Unique-Upload-Id": uploadId },
      onSent: (share) => onSent((start + share * (end - start)) / file.size),
      signal,
    });
    if (isLast) return ((await readAnswer(response)) as HostAnswer).secure_url;
  }
}

const isBuiltIn = ({ uploadUrl }: SignedUpload) =>
  new URL(uploadUrl, location.href).origin === location.origin;

type Sending = Pick<Upload, "onSent" | "signal"> & {
  file: Blob;
  fileName: string;
  headers?: Record<string, string>;
};

/** Sends a file, or a piece of one, in a form. */
function sendFile(ticket: SignedUpload, { file, fileName, onSent, ...options }: Sending): Promise<Response> {
  const body = formOf(ticket, file, fileName);
  return persist(options.signal, async () => {
    const fetch = fetchWithProgress(onSent);
    const response = await send("POST", ticket.uploadUrl, { ...options, body, fetch });
    if (!response.ok) throw await readHostError(response);
    return response;
  });
}

/**
 * Repeats a call while the host can't be reached: as soon as the browser is online again, and a few
 * times with growing pauses while it says it is.
 */
async function persist<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (!navigator.onLine) tries = 0;
      else if (tries === TRIES_MAX) throw error;
      await reconnected(signal, tries === 0 ? undefined : FIRST_WAIT_MS * 2 ** (tries - 1));
    }
  }
}

/** Seconds, after which the host's queue may have room for another file of this person. */
const SHORT_WAIT = 5;

function isTemporary(thrown: unknown): boolean {
  const error = apiError(thrown);
  const isQueue = error?.status === 429 && (error.details.retryAfter ?? SHORT_WAIT + 1) <= SHORT_WAIT;
  return isQueue || [0, 502, 503, 504].includes(error?.status ?? -1);
}

/** Waits until the browser comes online, at most `ms` if given. Throws when `signal` is aborted. */
export async function reconnected(signal: AbortSignal, ms?: number): Promise<void> {
  const end = new AbortController();
  await new Promise<void>((resolve) => {
    const options = { signal: end.signal };
    window.addEventListener("online", () => resolve(), options);
    signal.addEventListener("abort", () => resolve(), options);
    if (ms !== undefined) setTimeout(resolve, ms);
    if (signal.aborted) resolve();
  });
  end.abort();
  signal.throwIfAborted();
}

/** Fields first, the file last, so that a streaming host can reject the form before the bytes. */
function formOf({ fields }: SignedUpload, file: Blob, fileName: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
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
  return new ApiClientError(response.status, "upload", message ?? INTERNAL_ERROR, {
    retryAfter: Number(response.headers.get("Retry-After")) || undefined,
  });
}

type PictureUpload = Pick<Upload, "onSent" | "signal"> & { picture: Blob; kind: PictureKind };

/** Uploads an avatar or banner and returns its URL. */
export async function uploadPicture({ picture, kind, onSent, signal }: PictureUpload): Promise<string> {
  const body = new FormData();
  body.append("type", kind);
  body.append("file", picture, `${kind}.jpg`);
  const { imageUrl } = await api.post("/upload/avatar", {
    body,
    signal,
    fetch: fetchWithProgress(onSent),
  });
  return imageUrl;
}

/** `fetch` for files with upload progress, which the browser's own does not report. */
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
