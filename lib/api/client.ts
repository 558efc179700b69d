import { ApiClientError, OUT_OF_REACH, SESSION_OVER } from "@/lib/api/client-error";
import type { Issue } from "@/lib/api/errors";
import type { Tokens } from "@/lib/auth/contract";
import { isLogoutPending } from "@/lib/auth/data-owner";
import {
  forgetStoredSession,
  storedAccessToken,
  storedRefreshToken,
  storeTokens,
} from "@/lib/auth/stored-session";

/**
 * The browser's way to the API. Adds the bearer and refreshes silently once when the access token is over; only when that
 * fails are the tokens removed.
 */

type Query = Record<string, string | number | undefined>;
type Options = {
  query?: Query | undefined;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  /** Leaves the bearer out, for calls that open or renew a session: a stored token that is over must not spoil them. */
  anonymous?: boolean;
};
type BodyOptions = Options & { body?: unknown };

/** `T` is the answer: the server parses what it sends in development and in every test, so the browser trusts it. */
export const api = {
  get: <T = unknown>(path: string, options?: Options) => call<T>("GET", path, options),
  post: <T = unknown>(path: string, options?: BodyOptions) => call<T>("POST", path, options),
  put: <T = unknown>(path: string, options?: BodyOptions) => call<T>("PUT", path, options),
  delete: <T = unknown>(path: string, options?: BodyOptions) => call<T>("DELETE", path, options),
  /** An answer that goes on and on: its body, unread. `lastEventId` names what of it was read before. */
  stream: openStream,
};

const NO_SENSE = "The server's answer made no sense.";

async function call<T>(method: string, path: string, options: BodyOptions = {}): Promise<T> {
  const response = await sendSignedIn(method, path, options);
  return (response.status === 204 ? undefined : await readAnswer(response)) as T;
}

/** Sends with the bearer, renews that once when it is over, and throws what the server refuses. */
async function sendSignedIn(method: string, path: string, options: BodyOptions): Promise<Response> {
  // Whoever signs in finds the session before theirs ended, so that its end can't take theirs along.
  if (options.anonymous && isLogoutPending()) await (await loadLogout()).settleLogouts();
  let token = options.anonymous ? null : storedAccessToken();
  if (token) endedHere = false;
  let response = await send(method, path, options, token);
  if (response.status === 401 && token && (await errorCode(response.clone())) === "token_expired") {
    const renewed = await refreshTokens(token);
    if (renewed) {
      token = renewed;
      response = await send(method, path, options, token);
    }
  }
  if (!response.ok) throw await readError(response, token);
  return response;
}

async function openStream(
  path: string,
  { signal, lastEventId }: { signal: AbortSignal; lastEventId?: string | undefined },
): Promise<ReadableStream<Uint8Array>> {
  const headers = lastEventId ? { "Last-Event-ID": lastEventId } : undefined;
  const { body } = await sendSignedIn("GET", path, { signal, headers });
  return body ?? new ReadableStream();
}

/** Browsers refuse to send more than 64 KB so that it outlives its page. In bytes. */
const KEEPALIVE_MAX = 60_000;

async function send(
  method: string,
  path: string,
  options: BodyOptions,
  token: string | null,
): Promise<Response> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options.query ?? {}))
    if (value !== undefined) query.set(key, String(value));
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const form = options.body instanceof FormData ? options.body : undefined;
  const json = form || options.body === undefined ? undefined : JSON.stringify(options.body);
  if (json) headers.set("Content-Type", "application/json");
  try {
    return await fetch(`/api${path}${query.size > 0 ? `?${query}` : ""}`, {
      method,
      headers,
      body: form ?? json ?? null,
      signal: options.signal ?? null,
      credentials: "same-origin",
      // What was done arrives also when the page is left in the same moment.
      keepalive: method !== "GET" && !form && new Blob([json ?? ""]).size <= KEEPALIVE_MAX,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }
}

const unreachable = () => new ApiClientError(0, "network", OUT_OF_REACH);

/** A refusal in the words of the contract, §2; undefined for anything else, such as some proxy's page. */
function asRefusal(body: unknown): { error: string; message: string; issues?: Issue[] } | undefined {
  const { error, message, issues } = (body ?? {}) as Record<string, unknown>;
  if (typeof error !== "string" || typeof message !== "string") return undefined;
  if (issues === undefined) return { error, message };
  return Array.isArray(issues) && issues.every(isIssue) ? { error, message, issues } : undefined;
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as Record<string, unknown>;
  return typeof path === "string" && typeof message === "string";
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // Not JSON: some proxy's page. The caller turns it into its own sentence.
    return undefined;
  }
}

/** The answer of a call that went well. Throws at what is none of ours, such as some proxy's page. */
async function readAnswer(response: Response): Promise<unknown> {
  const body = await readJson(response);
  if (body === undefined) throw new ApiClientError(response.status, "unexpected_answer", NO_SENSE);
  return body;
}

async function errorCode(response: Response): Promise<string | undefined> {
  return asRefusal(await readJson(response))?.error;
}

async function readError(response: Response, token: string | null): Promise<ApiClientError> {
  const body = asRefusal(await readJson(response));
  if (response.status === 401 && (body?.error === "unauthenticated" || body?.error === "token_expired")) {
    if (token) await endStoredSession(token);
    if (token || endedHere) return new ApiClientError(401, body.error, SESSION_OVER);
  }
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  const requestId = response.headers.get("X-Request-Id") ?? undefined;
  const details = { requestId, issues: body?.issues, retryAfter };
  return new ApiClientError(
    response.status,
    body?.error ?? "http",
    body?.message ?? `HTTP error! status: ${response.status}`,
    details,
  );
}

/** The session ended while this page was open: a call that comes after that, without a token, is refused for it too. */
let endedHere = false;

/**
 * Forgets the session that `token` opened, and the cookie that opens its pages with it: left behind, the cookie would send
 * the login page back into the app. Does nothing when another sign-in has taken the session's place meanwhile.
 */
async function endStoredSession(token: string): Promise<void> {
  if (storedAccessToken() !== token) return;
  endedHere = true;
  const { loseSession, settleLogouts } = await loadLogout();
  if (storedAccessToken() !== token) return;
  loseSession();
  await settleLogouts();
}

/** What ends a session is seldom needed, and loaded then. Without it the session is only forgotten. */
const loadLogout = () =>
  import("@/lib/auth/logout").catch(() => ({
    loseSession: forgetStoredSession,
    settleLogouts: async () => false,
  }));

/**
 * New tokens in place of `stale`; undefined when the session is over. One refresh at a time in all tabs: who comes
 * second finds the new token already there.
 */
async function refreshTokens(stale: string): Promise<string | undefined> {
  const refresh = async (): Promise<string | undefined> => {
    const current = storedAccessToken();
    if (current && current !== stale) return current;
    const refreshToken = storedRefreshToken();
    if (!refreshToken) return undefined;
    const response = await send("POST", "/auth/refresh", { body: { refreshToken } }, null);
    if (response.status === 401) return undefined;
    if (!response.ok) throw await readError(response, null);
    const tokens = (await readAnswer(response)) as Tokens;
    // Logged out meanwhile, in another tab: that stands.
    if (storedRefreshToken() !== refreshToken) return storedAccessToken() ?? undefined;
    storeTokens(tokens);
    return tokens.accessToken;
  };
  return "locks" in navigator ? navigator.locks.request("campus-circle-refresh", refresh) : refresh();
}
