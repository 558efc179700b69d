import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { storedAccessToken } from "@/lib/auth/stored-session";
import type { AvatarAnswer, PictureKind } from "@/lib/uploads/contract";

type Sending = {
  picture: Blob;
  kind: PictureKind;
  /** Hears the share of the bytes that were really sent, 0 to 1. */
  onSent: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a picture of oneself and gives its address. fetch tells nothing of what was sent, XMLHttpRequest does; so the
 * silent refresh of the session is asked of an ordinary call. Throws `ApiClientError`, and an `AbortError` when
 * `signal` was used.
 */
export async function sendPicture(sending: Sending): Promise<string> {
  try {
    return await send(sending);
  } catch (error) {
    if (!(error instanceof ApiClientError) || error.code !== "token_expired") throw error;
    await api.get("/auth/me", { signal: sending.signal });
    return send(sending);
  }
}

function send({ picture, kind, onSent, signal }: Sending): Promise<string> {
  const form = new FormData();
  form.append("type", kind);
  form.append("file", picture, `${kind}.jpg`);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    });
    request.addEventListener("load", () => {
      const answer = readJson(request.responseText) as AvatarAnswer | undefined;
      if (request.status === 200 && answer) resolve(answer.imageUrl);
      else reject(refusalOf(request));
    });
    request.addEventListener("error", () =>
      reject(new ApiClientError(0, "network", "The connection was lost.")),
    );
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was cancelled.", "AbortError")),
    );
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    signal.addEventListener("abort", abort);
    request.open("POST", "/api/upload/avatar");
    request.setRequestHeader("Authorization", `Bearer ${storedAccessToken() ?? ""}`);
    request.send(form);
    if (signal.aborted) abort();
  });
}

function refusalOf(request: XMLHttpRequest): ApiClientError {
  const body = readJson(request.responseText) as { error?: unknown; message?: unknown } | undefined;
  const code = typeof body?.error === "string" ? body.error : "http";
  const message = typeof body?.message === "string" ? body.message : `HTTP error! status: ${request.status}`;
  return new ApiClientError(request.status, code, message);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some proxy's page: the caller says what its status means.
    return undefined;
  }
}
