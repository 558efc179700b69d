import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import type { MediaType } from "@/lib/posts/contract";
import type { HostAnswer, UploadTicket } from "@/lib/uploads/contract";

/** Sending a picture or video straight from the browser to the media host. */

type Upload = {
  file: Blob;
  fileName: string;
  mediaType: MediaType;
  /** A still picture of a video, for the built-in host, which cannot make one itself. */
  poster?: Blob | undefined;
  /** Hears the share of the bytes that were really sent, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file and gives its address. Throws `ApiClientError` with the host's sentence (`status` 0 when it could not be
 * reached) and an `AbortError` when `signal` was used.
 */
export async function uploadMedia(upload: Upload): Promise<string> {
  const { mediaType, signal } = upload;
  const ticket = await api.post<UploadTicket>("/upload/signature", { body: { mediaType }, signal });
  const { secure_url } = await send(ticket.uploadUrl, formOf(upload, ticket), upload);
  return secure_url;
}

/** Fields first, the file last: a host that reads the form as it comes can then refuse before the bytes. */
function formOf({ file, fileName, poster }: Upload, ticket: UploadTicket): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.append(name, value);
  const isOurs = new URL(ticket.uploadUrl, location.href).origin === location.origin;
  if (poster && isOurs) form.append("poster", poster, "poster.jpg");
  form.append("file", file, fileName);
  return form;
}

/** fetch tells nothing of what was sent; XMLHttpRequest does. */
function send(url: string, form: FormData, { onSent, signal }: Upload): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (act: () => void) => () => {
      signal.removeEventListener("abort", abort);
      act();
    };
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    });
    request.upload.addEventListener("load", () => onSent(1));
    request.addEventListener(
      "load",
      settle(() => {
        const answer = readJson(request.responseText) as HostAnswer | undefined;
        if (request.status >= 200 && request.status < 300 && answer) resolve(answer);
        else reject(refusal(request.status, request.responseText));
      }),
    );
    request.addEventListener(
      "error",
      settle(() => reject(new ApiClientError(0, "network", "The connection was lost. Please try again."))),
    );
    request.addEventListener(
      "abort",
      settle(() => reject(new DOMException("The upload was cancelled.", "AbortError"))),
    );
    signal.addEventListener("abort", abort);
    request.open("POST", url);
    request.send(form);
    if (signal.aborted) abort();
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some proxy's page.
    return undefined;
  }
}

/** The host's own sentence, in Cloudinary's shape or in ours. */
function refusal(status: number, text: string): ApiClientError {
  const body = readJson(text);
  const { error, message } = (body ?? {}) as { error?: { message?: unknown } | null; message?: unknown };
  const sentence = [error?.message, message].find((text) => typeof text === "string");
  return new ApiClientError(status, "upload", sentence ?? `HTTP error! status: ${status}`);
}
