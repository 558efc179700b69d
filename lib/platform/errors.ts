import { LOG_IN } from "@/lib/text/messages";

/**
 * The error catalogue of the wire (contract §2): every code and its status. Services throw `ApiError`;
 * only lib/api/server/route.ts turns it into a response.
 */

const STATUS = {
  validation: 400,
  bad_request: 400,
  email_domain: 400,
  invalid_otp: 400,
  otp_expired: 400,
  otp_spent: 400,
  wrong_password: 400,
  unauthenticated: 401,
  token_expired: 401,
  invalid_credential: 401,
  forbidden: 403,
  confirmation_required: 403,
  not_found: 404,
  user_not_found: 404,
  user_deactivated: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  duplicate_email: 409,
  username_taken: 409,
  username_locked: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;
export type Issue = { path: string; message: string };

type Options = {
  /** Overrides the catalogue's status where the contract gives a code two (`email_domain` is 403 for Google). */
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
    this.status = options.status ?? STATUS[code];
    this.issues = options.issues;
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }
}

/** There is nothing at this address, or nothing the caller may know of. */
export const nothingHere = () => new ApiError("not_found", "There is nothing here.");

/** No session, or one that is not good. */
export const loggedOut = () => new ApiError("unauthenticated", LOG_IN);

/** Too much at once, or the database is away: it passes. */
export const overloaded = (cause?: unknown) =>
  new ApiError("unavailable", "We are catching our breath. Please try again in a few seconds.", {
    headers: { "Retry-After": "3" },
    cause,
  });
