import { ApiClientError } from "@/lib/api/client-error";

/** The sentence the server gave for a failure; undefined when it gave none (no connection, no readable answer). */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiClientError)) return undefined;
  const spoken = error.status >= 400 && error.code !== "http";
  return spoken ? error.message : undefined;
}

/** True when the server asks for patience; its sentence then says for how long. */
export function isRateLimited(error: unknown): error is ApiClientError {
  return error instanceof ApiClientError && error.status === 429;
}

/** True when an account has the address already: the way on is the login. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof ApiClientError && /duplicate/i.test(`${error.code} ${error.message}`);
}

/** What went wrong with a registration, in the specification's words (§8). */
export function registrationFailure(error: unknown): string {
  if (!(error instanceof ApiClientError) || error.status === 0) {
    return "Something went wrong during registration.";
  }
  if (isDuplicate(error)) return "This email is already registered. Please log in instead.";
  return `Registration failed: ${serverMessage(error) ?? "Unknown error"}`;
}

/** Why a profile could not be saved. */
export const updateFailure = (error: unknown): string => serverMessage(error) ?? "Update failed";
