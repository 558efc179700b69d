import { CLIENT_ERROR_LIMITS } from "@/lib/analytics/policy";
import { send } from "@/lib/api/client/http";

/** The references of the errors that were reported: React may show an error twice. */
const references = new WeakMap<Error, string>();

/**
 * Reports an error in this browser to the server. Returns the reference under which the log has it.
 * The request has neither cookie nor token, so that no error can be linked to a person.
 */
export function reportError(error: Error): string {
  const known = references.get(error);
  if (known) return known;
  const reference = crypto.randomUUID();
  references.set(error, reference);
  const { name, message, stack } = CLIENT_ERROR_LIMITS;
  const body = {
    reference,
    name: error.name.slice(0, name),
    message: error.message.slice(0, message),
    stack: (error.stack ?? "").slice(0, stack),
    path: window.location.pathname,
  };
  send("POST", "/api/client-errors", { body, credentials: "omit" }).catch(() => {
    // Offline, perhaps the very cause. The screen shows the error already.
  });
  return reference;
}
