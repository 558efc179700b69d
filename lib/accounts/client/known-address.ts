import { apiError } from "@/lib/api/client/api-client-error";

// The API can signal a known address by status, error code or message, and clients and servers of
// this API use all three (docs/product.md, "Signing up").

/** Whether an address was rejected because it is registered already. */
export function isAlreadyRegistered(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && (error.status === 409 || /already/i.test(error.message));
}

/** The same for a complete registration. */
export function isDuplicate(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && /duplicate/i.test(`${error.code} ${error.message}`);
}
