import { ApiClientError } from "@/lib/api/client-error";
import { NETWORK_ERROR } from "@/lib/api/messages";

/** Requests and answers as they cross the wire, without a session: what lib/api/client.ts is made of. */

export type Sending = {
  /** A form, or anything that becomes JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  credentials?: RequestCredentials;
  /** Hears the share of the bytes that were really sent, 0 to 1. */
  onSent?: ((share: number) => void) | undefined;
};

/** Browsers refuse to send more than 64 KB so that it outlives its page. In bytes. */
const KEEPALIVE_MAX = 60_000;

/** Throws `ApiClientError` when there is no answer, and an `AbortError` when `signal` was used. */
export async function send(method: string, url: string, sending: Sending = {}): Promise<Response> {
  const { body, signal, credentials = "same-origin", onSent } = sending;
  const headers = new Headers(sending.headers);
  const form = body instanceof FormData ? body : undefined;
  const json = form || body === undefined ? undefined : JSON.stringify(body);
  if (json) headers.set("Content-Type", "application/json");
  if (form && onSent) return sendForm(method, url, form, headers, onSent, signal);
  try {
    return await fetch(url, {
      method,
      headers,
      body: form ?? json ?? null,
      signal: signal ?? null,
      credentials,
      // What was done arrives also when the page is left in the same moment.
      keepalive: method !== "GET" && !form && new Blob([json ?? ""]).size <= KEEPALIVE_MAX,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiClientError(0, "network", NETWORK_ERROR);
  }
}

/** fetch tells nothing of what was sent; XMLHttpRequest does. */
function sendForm(
  method: string,
  url: string,
  form: FormData,
  headers: Headers,
  onSent: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
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
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.send(form);
    if (signal?.aborted) abort();
  });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const [name, value] = line.split(": ", 2);
    if (name && value) headers.append(name, value);
  }
  return new Response(request.responseText || null, { status: request.status, headers });
}

/** The body as JSON; undefined where it is none, such as some proxy's page. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The answer of a call that went well. Throws where it is not ours. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body = await readJson(response);
  if (body === undefined) {
    throw new ApiClientError(response.status, "invalid_response", "The server's answer made no sense.");
  }
  return body;
}

/** The error the server answered with. */
export async function readError(response: Response): Promise<ApiClientError> {
  const body = await readErrorBody(response);
  return new ApiClientError(
    response.status,
    body?.error ?? "http",
    body?.message ?? `HTTP error! status: ${response.status}`,
    {
      requestId: response.headers.get("X-Request-Id") ?? undefined,
      retryAfter: Number(response.headers.get("Retry-After")) || undefined,
    },
  );
}

/** What the API says of an error; undefined for anything else, such as some proxy's page. */
async function readErrorBody(response: Response): Promise<{ error: string; message: string } | undefined> {
  const { error, message } = ((await readJson(response)) ?? {}) as Record<string, unknown>;
  return typeof error === "string" && typeof message === "string" ? { error, message } : undefined;
}
