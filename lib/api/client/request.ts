import { ApiClientError } from "@/lib/api/client/api-client-error";
import { readAnswer, readError, type SendOptions, send } from "@/lib/api/client/http";
import { dropSession, flushLogouts, renewSession } from "@/lib/api/client/session";
import { isLogoutPending } from "@/lib/sessions/client/data-owner";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { SESSION_EXPIRED } from "@/lib/text/messages";

/**
 * The browser's way to the API. Adds the bearer and renews it silently once when it is over; only
 * when that fails does the session end. Throws `ApiClientError`, and an `AbortError` when `signal`
 * was used.
 */

type Options = Pick<SendOptions, "headers" | "signal"> & {
  query?: Record<string, string | number | undefined> | undefined;
  /**
   * Leaves the bearer out, for calls that open or renew a session: a stored token that is over must
   * not spoil them.
   */
  anonymous?: boolean;
};
type WriteOptions = Options & Pick<SendOptions, "body" | "fetch">;

/**
 * `T` is the answer: the server parses what it sends in development and in every test, so the
 * browser trusts it.
 */
export const api = {
  get: <T = unknown>(path: string, options?: Options) => call<T>("GET", path, options),
  post: <T = unknown>(path: string, options?: WriteOptions) => call<T>("POST", path, options),
  put: <T = unknown>(path: string, options?: WriteOptions) => call<T>("PUT", path, options),
  delete: <T = unknown>(path: string, options?: WriteOptions) => call<T>("DELETE", path, options),
  /** An answer that its caller reads: a file. */
  open: (path: string, options?: Options) => request("GET", path, options),
  /**
   * An answer that goes on and on: its body, unread. `lastEventId` names what of it was read
   * before.
   */
  stream: openStream,
};

async function call<T>(method: string, path: string, options?: WriteOptions): Promise<T> {
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

/**
 * The session ended while this page was open: a call that comes after that, without a token, is
 * rejected for it too.
 */
let endedHere = false;

async function request(method: string, path: string, options: WriteOptions = {}): Promise<Response> {
  const { query = {}, anonymous = false, headers, ...sending } = options;
  // Whoever signs in finds the session before theirs ended, so that its end can't take theirs
  // along.
  if (anonymous && isLogoutPending()) await flushLogouts();
  const url = addressOf(path, query);
  const sendAs = (bearer: string | null) =>
    send(method, url, {
      ...sending,
      headers: bearer ? { ...headers, Authorization: `Bearer ${bearer}` } : headers,
    });

  let token = anonymous ? null : storedAccessToken();
  if (token) endedHere = false;
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
  if (response.status !== 401 || !error.is("unauthenticated", "token_expired")) throw error;
  if (token) await endSession(token);
  throw token || endedHere ? new ApiClientError(401, error.code, SESSION_EXPIRED) : error;
}

function addressOf(path: string, query: NonNullable<Options["query"]>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return `/api${path}${search.size > 0 ? `?${search}` : ""}`;
}

/**
 * Ends the session that `token` opened, and the cookie that opens its pages with it: left behind,
 * the cookie would send the login page back into the app. Does nothing when another sign-in has
 * taken the session's place meanwhile.
 */
async function endSession(token: string): Promise<void> {
  if (storedAccessToken() !== token) return;
  endedHere = true;
  dropSession();
  await flushLogouts();
}
