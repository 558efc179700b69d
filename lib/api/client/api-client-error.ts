import { hasText, translate } from "@/lib/language/translate";
import { type ErrorCode, SESSION_EXPIRED } from "@/lib/text/errors";

/**
 * Codes the browser adds to the server's: no response at all, an error without a message, one with
 * a message alone, a body that can't be read, a file the media host rejected, and a call that was
 * skipped because no one is signed in.
 */
type BrowserCode = "network" | "http" | "uncoded" | "invalid_response" | "upload" | "signed_out";

/**
 * What an error says in a language that lacks the server's sentence, because that has something in
 * it that only the server knows. English always has the server's.
 */
const SENTENCES: Record<string, string> = {
  validation: "Something you entered is not valid. Please check it.",
  rate_limited:
    "That was too often. Please try again in {minutes, plural, one {# minute} other {# minutes}}.",
  too_large: "That is too large.",
  unsupported_type: "That kind of file can't be used.",
  username_taken: "That username is taken. Please choose another.",
  username_locked: "You can't change your username again yet.",
  unavailable: "We're having trouble right now. Please try again in a few seconds.",
} satisfies Partial<Record<ErrorCode, string>>;

type Details = {
  requestId?: string | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
};

/**
 * A call that the server rejected or that never reached it. Callers compare the code, never the
 * message. It has its own file so that code which only inspects errors does not load the client.
 */
export class ApiClientError extends Error {
  override name = "ApiClientError";

  constructor(
    /** 0 when there was no response. */
    readonly status: number,
    /** Any string: a server newer than the page may send codes the page does not know. */
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  is(...codes: (ErrorCode | BrowserCode)[]): boolean {
    return (codes as string[]).includes(this.code);
  }

  /** The server could not be reached. */
  get isOffline(): boolean {
    return this.status === 0;
  }

  /** The resource does not exist, perhaps because someone has just deleted it. */
  get isGone(): boolean {
    return this.status === 404;
  }

  /** The message in the reader's language, where there is one: by its sentence, else by its code. */
  get sentence(): string {
    const byCode = SENTENCES[this.code];
    if (hasText(this.message) || byCode === undefined || !hasText(byCode)) return inLanguage(this.message);
    return translate(byCode, { minutes: Math.ceil((this.details.retryAfter ?? 60) / 60) });
  }

  /** What the server says; undefined when it does not (no connection, a proxy's error page). */
  get serverMessage(): string | undefined {
    return this.status >= 400 && !this.is("http") ? this.sentence : undefined;
  }
}

/**
 * Narrows an error to one of the API, as in `apiError(error)?.is("not_found")`. Undefined for any
 * other error.
 */
export const apiError = (error: unknown): ApiClientError | undefined =>
  error instanceof ApiClientError ? error : undefined;

/** The message to show for an error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiClientError) return error.sentence;
  return error instanceof Error && error.message !== ""
    ? inLanguage(error.message)
    : translate("Unknown error");
}

/** A message that may be one of our sentences. As it is otherwise: it may contain anything. */
const inLanguage = (message: string): string => (hasText(message) ? translate(message) : message);

/**
 * What to say when an action failed: `sentence`, in the reader's language, unless trying again at
 * once cannot help. Then that the session is over, why the account is suspended, or when to try
 * again.
 */
export function failureMessage(thrown: unknown, sentence: string): string {
  const error = apiError(thrown);
  if (error?.is("unauthenticated", "token_expired")) return translate(SESSION_EXPIRED);
  return error?.is("rate_limited", "suspended") ? error.sentence : sentence;
}

/**
 * The reference that finds a failure in the server's log: the request id of a call, or the digest
 * that Next.js gives a page that failed to render.
 */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof ApiClientError) return error.details.requestId;
  return error instanceof Error && "digest" in error ? String(error.digest) : undefined;
}
