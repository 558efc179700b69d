import { isDuplicate } from "@/lib/accounts/client/known-address";
import { ALREADY_REGISTERED } from "@/lib/accounts/messages";
import { apiError } from "@/lib/api/client/api-client-error";

/** The message for a failed registration (docs/product.md, "Signing up", step 8). */
export function registrationFailure(thrown: unknown): string {
  const error = apiError(thrown);
  if (!error || error.isOffline) return "Something went wrong during registration.";
  if (isDuplicate(thrown)) return ALREADY_REGISTERED;
  return `Registration failed: ${error.serverMessage ?? "Unknown error"}`;
}
