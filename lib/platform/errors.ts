import { ERROR_STATUS, type ErrorCode, LOG_IN } from "@/lib/text/errors";

export type Issue = { path: string; message: string };

type Options = {
  /**
   * Overrides the code's usual status. Some codes have two: `email_domain` is 403 for Google
   * accounts.
   */
  status?: number;
  issues?: Issue[];
  headers?: Record<string, string>;
  /** Further fields of the body, for errors that docs/api.md gives some. */
  extra?: Record<string, unknown>;
  cause?: unknown;
};

/** An error with a code for programs and a message a person can act on. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: Options = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? ERROR_STATUS[code];
    this.issues = options.issues;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }
}

/** Nothing exists here, or nothing the caller may know about. */
export const notFoundError = () => new ApiError("not_found", "Not found.");

/** No session, or an invalid one. */
export const unauthenticatedError = () => new ApiError("unauthenticated", LOG_IN);

/** Too much load, or the database is unavailable: a temporary condition. */
export const overloaded = (cause?: unknown) =>
  new ApiError("unavailable", "We're having trouble right now. Please try again in a few seconds.", {
    headers: { "Retry-After": "3" },
    cause,
  });
