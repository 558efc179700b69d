import type { Issue } from "@/lib/api/errors";

/**
 * A call the server refused, or that never reached it (`status` 0, code `network`). In a file of its own, so that what only
 * looks at failures does not bring the whole client along.
 */
export class ApiClientError extends Error {
  override name = "ApiClientError";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: {
      requestId?: string | undefined;
      issues?: Issue[] | undefined;
      retryAfter?: number | undefined;
    } = {},
  ) {
    super(message);
  }
}

/** The server has no such thing, perhaps because somebody was faster. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiClientError && error.status === 404;

/** The sentence of an error, for people. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Unknown error";

/** What finds a failure in the server's log: the id of a refused call, or the digest Next.js gives a page that failed. */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiClientError) return error.details.requestId;
  return error instanceof Error && "digest" in error ? String(error.digest) : undefined;
}

/** The sentence shown when there was no answer at all. */
export const OUT_OF_REACH = "We can't reach the server. Check your connection and try again.";

/** The sentence shown when a session is over (the specification, §8). */
export const SESSION_OVER = "Session expired. Please log in again.";

/** What a list of posts asks without a session (the specification, §8), and what every other screen asks. */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";
export const LOG_IN = "Please log in to continue.";
