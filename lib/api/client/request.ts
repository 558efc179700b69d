import type { AnswerOf, CallOptions, Method, PathOf } from "@/lib/api/calls";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { readAnswer, readError, type SendOptions, send } from "@/lib/api/client/http";
import { dropSession, flushLogouts, renewSession } from "@/lib/api/client/session";
import { isExpiring } from "@/lib/offline/token-owner";
import { isLogoutPending } from "@/lib/sessions/client/data-owner";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { createSignal } from "@/lib/store/signal";
import { SESSION_EXPIRED } from "@/lib/text/errors";

/**
 * The browser's API client. It adds the bearer and, when that has expired, renews it silently once.
 * The session ends when renewing fails, and with any other 401 to a bearer. Throws
 * `ApiClientError`, and an `AbortError` when `signal` aborts.
 */

type Options = Pick<SendOptions, "headers" | "signal"> & {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
  /**
   * Sends no bearer, for calls that open or renew a session: an expired token would make them fail.
   */
  anonymous?: boolean;
};
type WriteOptions = Options & Pick<SendOptions, "body" | "fetch">;

/** What a call needs beyond method and path: nothing when all of its options can be left out. */
type Rest<M extends Method, P extends PathOf<M>> =
  Record<string, never> extends CallOptions<M, P>
    ? [options?: CallOptions<M, P> & Omit<WriteOptions, "params" | "query" | "body">]
    : [options: CallOptions<M, P> & Omit<WriteOptions, "params" | "query" | "body">];

const calls =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, ...[options]: Rest<M, P>): Promise<AnswerOf<M, P>> =>
    call(method, path, options);

/**
 * `api.post("/posts/{postId}/like", { params: { postId }, body: { liked } })`. The browser does not
 * parse the answer, because in development and in every test the server parses what it sends.
 */
export const api = {
  get: calls("GET"),
  post: calls("POST"),
  put: calls("PUT"),
  delete: calls("DELETE"),
  /** Returns the unread response, for files. */
  open: (path: PathOf<"GET">, options?: Options) => request("GET", path, options),
  /**
   * Returns the unread body of an event stream. `lastEventId` is the last event the caller has
   * received.
   */
  stream: openStream,
};

async function call<T>(method: Method, path: string, options?: WriteOptions): Promise<T> {
  return (await readAnswer(await request(method, path, options))) as T;
}

async function openStream(
  path: string,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId?: string | undefined },
): Promise<ReadableStream<Uint8Array>> {
  const headers = lastEventId ? { "Last-Event-ID": lastEventId } : undefined;
  const { body } = await request("GET", path, { signal, headers });
  return body ?? new ReadableStream();
}

/** The server rejected something because the viewer is suspended. */
export const suspended = createSignal();

/**
 * Whether the session ended while this page was open. Later calls without a token then fail with
 * "session expired" rather than "please log in".
 */
let endedHere = false;

async function request(method: string, path: string, options: WriteOptions = {}): Promise<Response> {
  const { params = {}, query = {}, anonymous = false, headers, ...sendOptions } = options;
  // The previous session must be closed before a new one opens, or its logout could close the new
  // one.
  if (anonymous && isLogoutPending()) await flushLogouts();
  const url = addressOf(path, params, query);
  const sendAs = (bearer: string | null) =>
    send(method, url, {
      ...sendOptions,
      headers: bearer ? { ...headers, Authorization: `Bearer ${bearer}` } : headers,
    });

  let token = anonymous ? null : storedAccessToken();
  if (token) endedHere = false;
  if (token && isExpiring(token)) token = await renewEarly(token);
  let response = await sendAs(token);
  if (token && response.status === 401 && (await readError(response.clone())).is("token_expired")) {
    const renewed = await renewSession(token);
    if (renewed) {
      token = renewed;
      response = await sendAs(token);
    }
  }
  if (response.ok) return response;
  const error = await readError(response);
  if (error.is("suspended")) suspended.emit();
  // Anything else that answers 401, such as a proxy, also says that the token is worth nothing.
  if (response.status !== 401 || anonymous || error.is("invalid_credential")) throw error;
  if (token) await endSession(token);
  throw token || endedHere ? new ApiClientError(401, "unauthenticated", SESSION_EXPIRED) : error;
}

/** This device's clock is ahead: to it, new tokens are over, too. */
let isClockAhead = false;

/**
 * Renews a token before calls with it fail: browsers log each failed call. Returns the token to use
 * now. If renewing fails, the call itself finds out why.
 */
async function renewEarly(token: string): Promise<string> {
  if (isClockAhead) return token;
  try {
    const renewed = await renewSession(token);
    if (renewed) isClockAhead = isExpiring(renewed);
    return renewed ?? token;
  } catch (error) {
    if (error instanceof ApiClientError) return token;
    throw error;
  }
}

function addressOf(
  path: string,
  params: NonNullable<Options["params"]>,
  query: NonNullable<Options["query"]>,
): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return `/api${address}${search.size > 0 ? `?${search}` : ""}`;
}

/**
 * Ends the session that `token` belongs to, together with its cookie: a cookie left behind would
 * redirect the login page back into the app. Does nothing when another session has replaced it
 * by then.
 */
async function endSession(token: string): Promise<void> {
  if (storedAccessToken() !== token) return;
  endedHere = true;
  dropSession();
  await flushLogouts();
}
