import { apiError } from "@/lib/api/client/api-client-error";

// The API's answer to a known address may be told by its status, its error or its message: clients
// and servers of this wire use all three (docs/product.md, Signing up).

/** Whether an address could not be registered because it is known. */
export function isAlreadyRegistered(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && (error.status === 409 || /already/i.test(error.message));
}

/** The same for a whole registration. */
export function isDuplicate(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && /duplicate/i.test(`${error.code} ${error.message}`);
}
