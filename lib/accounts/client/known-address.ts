import { ALREADY_REGISTERED } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";

// The API can signal a known address by status, error code or message, and clients and servers of
// this API use all three (docs/product.md, "Signing up").

/** Whether an address was rejected because it is registered already. */
export function isAlreadyRegistered(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && (error.status === 409 || /already/i.test(error.message));
}

/** Whether a complete registration failed because its address has an account. */
export function isDuplicate(thrown: unknown): boolean {
  const error = apiError(thrown);
  return error !== undefined && /duplicate/i.test(`${error.code} ${error.message}`);
}

/** The message for a failed registration (docs/product.md, "Signing up", step 8). */
export function registrationFailure(thrown: unknown): string {
  const error = apiError(thrown);
  if (!error || error.isOffline) return translate("Something went wrong during registration.");
  if (isDuplicate(thrown)) return translate(ALREADY_REGISTERED);
  return translate("Registration failed: {reason}", {
    reason: error.serverMessage ?? translate("Unknown error"),
  });
}
