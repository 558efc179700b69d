import { ApiClientError } from "@/lib/api/client/api-client-error";
import { NETWORK_ERROR } from "@/lib/text/messages";

/**
 * Requests and answers as they cross the wire, without a session: what lib/api/client/request.ts is
 * made of.
 */

export type SendOptions = {
  /** A form, or anything that becomes JSON. */
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  credentials?: RequestCredentials;
  /** What sends it in place of fetch, such as what tells how much was sent. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

/** Browsers refuse to send more than 64 KB so that it outlives its page. In bytes. */
const KEEPALIVE_MAX = 60_000;

/** Throws `ApiClientError` when there is no answer, and an `AbortError` when `signal` was used. */
export async function send(method: string, url: string, sending: SendOptions = {}): Promise<Response> {
  const { body, signal, credentials = "same-origin", fetch = globalThis.fetch } = sending;
  const headers = new Headers(sending.headers);
  const form = body instanceof FormData ? body : undefined;
  const json = form || body === undefined ? undefined : JSON.stringify(body);
  if (json) headers.set("Content-Type", "application/json");
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
    if (signal?.aborted || error instanceof ApiClientError) throw error;
    throw new ApiClientError(0, "network", NETWORK_ERROR);
  }
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
