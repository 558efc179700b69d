import { ERROR_STATUS, type ErrorCode } from "@/lib/text/error-codes";
import { LOG_IN } from "@/lib/text/messages";

export type Issue = { path: string; message: string };

type Options = {
  /**
   * Overrides the catalogue's status where the contract gives a code two (`email_domain` is 403 for
   * Google).
   */
  status?: number;
  issues?: Issue[];
  headers?: Record<string, string>;
  /** Further fields of the body, where the contract names them. */
  extra?: Record<string, unknown>;
  cause?: unknown;
};

/** An error with a code for programs and a sentence a person can act on. */
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

/** There is nothing at this address, or nothing the caller may know of. */
export const notFoundError = () => new ApiError("not_found", "There is nothing here.");

/** No session, or one that is not good. */
export const loggedOut = () => new ApiError("unauthenticated", LOG_IN);

/** Too much at once, or the database is away: it passes. */
export const overloaded = (cause?: unknown) =>
  new ApiError("unavailable", "We are catching our breath. Please try again in a few seconds.", {
    headers: { "Retry-After": "3" },
    cause,
  });
