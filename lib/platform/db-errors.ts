import "server-only";
import { ApiError, overloaded } from "@/lib/platform/errors";

/** Maps database errors to API errors (docs/api.md, Errors). */

/**
 * All codes on an error and its causes: Prisma's (P2002), PostgreSQL's (40P01) and the socket's
 * (ECONNREFUSED).
 */
export function databaseCodes(thrown: unknown): Set<string> {
  const codes = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    const fields = value as Record<string, unknown>;
    for (const key of ["code", "errorCode", "originalCode", "kind"]) {
      const code = fields[key];
      if (typeof code === "string") codes.add(code);
    }
    for (const key of ["cause", "meta", "driverAdapterError", "errors"]) {
      const inner = fields[key];
      for (const item of Array.isArray(inner) ? inner : [inner]) visit(item, depth + 1);
    }
  };
  visit(thrown, 0);
  return codes;
}

const DUPLICATE = ["P2002", "23505", "UniqueConstraintViolation"];
const MISSING = ["P2003", "P2025", "23503", "ForeignKeyConstraintViolation"];
const INVALID_VALUE = ["22021", "22P05", "22P02", "22003", "22007", "22008", "54000"];
const RETRYABLE = ["P2034", "40P01", "40001", "TransactionWriteConflict"];
const UNAVAILABLE = [
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  // PgBouncer's own errors, such as no free server connection.
  "08P01",
  // A lock that could not be acquired in time, and an idle transaction the server ended.
  "55P03",
  "25P03",
  "53300",
  "57014",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "ENOENT",
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
];

const anyOf = (codes: Set<string>, wanted: string[]) => wanted.some((code) => codes.has(code));

/** True for a deadlock or a write conflict: the transaction was rolled back and can be retried. */
export function isRetryable(thrown: unknown): boolean {
  return anyOf(databaseCodes(thrown), RETRYABLE);
}

/** The API error for a database error; undefined for any other error, which is a bug of ours. */
export function toApiError(thrown: unknown): ApiError | undefined {
  const codes = databaseCodes(thrown);
  if (anyOf(codes, DUPLICATE)) return new ApiError("conflict", "This already exists.", { cause: thrown });
  if (anyOf(codes, MISSING)) return new ApiError("not_found", "This no longer exists.", { cause: thrown });
  if (anyOf(codes, INVALID_VALUE))
    return new ApiError("bad_request", "That does not look right.", { cause: thrown });
  if (anyOf(codes, UNAVAILABLE) || anyOf(codes, RETRYABLE)) return overloaded(thrown);
  return undefined;
}
