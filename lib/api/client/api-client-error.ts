import type { ErrorCode } from "@/lib/text/error-codes";

/**
 * What the browser adds to the server's codes: no answer at all, an answer without a code or that
 * is not ours, a file the media host rejected, and a call that was not made because nobody is
 * signed in.
 */
type BrowserCode = "network" | "http" | "invalid_response" | "upload" | "signed_out";

type Details = {
  requestId?: string | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
};

/**
 * A call the server rejected, or that never reached it. Told apart by code, never by its words. In
 * a file of its own, so that what only looks at errors does not bring the whole client along.
 */
export class ApiClientError extends Error {
  override name = "ApiClientError";

  constructor(
    /** 0 without an answer. */
    readonly status: number,
    /** Any text: a server that is newer than the page has codes it does not know. */
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  is(...codes: (ErrorCode | BrowserCode)[]): boolean {
    return (codes as string[]).includes(this.code);
  }

  /** The server could not be reached. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** The server has no such thing, perhaps because somebody was faster. */
  get isGone(): boolean {
    return this.status === 404;
  }

  /** The server's own sentence; undefined when it gave none (no connection, some proxy's page). */
  get serverMessage(): string | undefined {
    return this.status >= 400 && !this.is("http") ? this.message : undefined;
  }
}

/**
 * The error of a call, to ask it more: `apiError(error)?.is("not_found")`. Undefined for any other
 * error.
 */
export const apiError = (error: unknown): ApiClientError | undefined =>
  error instanceof ApiClientError ? error : undefined;

/** The sentence of an error, for people. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Unknown error";

/**
 * What finds a failure in the server's log: the id of a rejected call, or the digest Next.js gives
 * a page that failed.
 */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiClientError) return error.details.requestId;
  return error instanceof Error && "digest" in error ? String(error.digest) : undefined;
}
