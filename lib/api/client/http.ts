import { ApiClientError } from "@/lib/api/client/api-client-error";
import { INTERNAL_ERROR, NETWORK_ERROR } from "@/lib/text/errors";

/**
 * Requests and responses without a session. lib/api/client/request.ts adds the bearer and renews
 * it.
 */

export type SendOptions = {
  /** A form, a file, or anything that serializes to JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  credentials?: RequestCredentials;
  /** Replaces `fetch`, for example to report upload progress. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** In bytes. Browsers send at most 64 KB with `keepalive`. */
const KEEPALIVE_MAX = 60_000;

/** Throws `ApiClientError` when there is no response, and an `AbortError` when `signal` aborts. */
export async function send(method: string, url: string, options: SendOptions = {}): Promise<Response> {
  const { body, signal, credentials = "same-origin", fetch = globalThis.fetch } = options;
  const headers = new Headers(options.headers);
  const files = body instanceof FormData || body instanceof Blob ? body : undefined;
  const json = files || body === undefined ? undefined : JSON.stringify(body);
  if (json) headers.set("Content-Type", "application/json");
  try {
    return await fetch(url, {
      method,
      headers,
      body: files ?? json ?? null,
      signal: signal ?? null,
      credentials,
      // A write must reach the server even when the page is closed right after it.
      keepalive: method !== "GET" && !files && new Blob([json ?? ""]).size <= KEEPALIVE_MAX,
    });
  } catch (error) {
    if (signal?.aborted || error instanceof ApiClientError) throw error;
    throw new ApiClientError(0, "network", NETWORK_ERROR);
  }
}

/** The body as JSON; undefined when it is not JSON, such as a proxy's error page. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The answer of a successful call. Throws when it is not JSON. */
export async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const body = await readJson(response);
  if (body === undefined) {
    throw new ApiClientError(response.status, "invalid_response", "Unexpected response from the server.");
  }
  return body;
}

/** The error that a response describes. */
export async function readError(response: Response): Promise<ApiClientError> {
  const { error, message } = await readErrorBody(response);
  const code = error ?? (message === undefined ? "http" : "uncoded");
  return new ApiClientError(response.status, code, message ?? INTERNAL_ERROR, {
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    retryAfter: Number(response.headers.get("Retry-After")) || undefined,
  });
}

/** What the server says of an error: nothing where it is not ours, such as a proxy's page. */
async function readErrorBody(response: Response): Promise<{ error?: string; message?: string }> {
  const { error, message } = ((await readJson(response)) ?? {}) as Record<string, unknown>;
  return {
    ...(typeof error === "string" ? { error } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}
