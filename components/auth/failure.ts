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
