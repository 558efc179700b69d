import { text } from "@/lib/language/text";
import { type ErrorCode, SESSION_EXPIRED } from "@/lib/text/errors";

/**
 * Codes the browser adds to the server's: no response at all, an error without a code, a body that
 * can't be read, a file the media host rejected, and a call that was skipped because no one is
 * signed in.
 */
type BrowserCode = "network" | "http" | "invalid_response" | "upload" | "signed_out";

type Details = {
  requestId?: string | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
};

/**
 * A call that the server rejected or that never reached it. Callers compare the code, never the
 * message. It has its own file so that code which only inspects errors does not load the client.
 */
export class ApiClientError extends Error {
  override name = "ApiClientError";

  constructor(
    /** 0 when there was no response. */
    readonly status: number,
    /** Any string: a server newer than the page may send codes the page does not know. */
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

  /** The resource does not exist, perhaps because someone has just deleted it. */
  get isGone(): boolean {
    return this.status === 404;
  }

  /** The server's message; undefined when there is none (no connection, a proxy's error page). */
  get serverMessage(): string | undefined {
    return this.status >= 400 && !this.is("http") ? this.message : undefined;
  }
}

/**
 * Narrows an error to one of the API, as in `apiError(error)?.is("not_found")`. Undefined for any
 * other error.
 */
export const apiError = (error: unknown): ApiClientError | undefined =>
  error instanceof ApiClientError ? error : undefined;

/** The message to show for an error, in the reader's language where it is translated. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? text(error.message) : text("Unknown error");

/**
 * What to say when an action failed: `sentence`, unless trying again at once cannot help. Then that
 * the session is over, why the account is suspended, or when to try again.
 */
export function failureMessage(thrown: unknown, sentence: string): string {
  const error = apiError(thrown);
  if (error?.is("unauthenticated", "token_expired")) return text(SESSION_EXPIRED);
  return error?.is("rate_limited", "suspended") ? text(error.message) : sentence;
}

/**
 * The reference that finds a failure in the server's log: the request id of a call, or the digest
 * that Next.js gives a page that failed to render.
 */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiClientError) return error.details.requestId;
  return error instanceof Error && "digest" in error ? String(error.digest) : undefined;
}
