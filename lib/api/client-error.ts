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

/** The sentence shown when a session is over (the specification, §8). */
export const SESSION_OVER = "Session expired. Please log in again.";
