import { readAnswer, readError, send } from "@/lib/api/client/http";
import { PENDING_LOGOUTS } from "@/lib/sessions/client/data-owner";
import {
  forgetStoredSession,
  storedAccessToken,
  storedRefreshToken,
  storeTokens,
} from "@/lib/sessions/client/stored-session";
import { markSignedOut } from "@/lib/sessions/marker-cookies";
import type { Tokens } from "@/lib/sessions/schema";

/** The browser's session: renewing it, and making sure that a logout reaches the server. */

/**
 * Renews the tokens and the session cookie, and returns the new access token; undefined when the
 * session has ended. Throws when the server can't be reached or fails. One tab renews at a time: a
 * second tab with the same `stale` token finds the new one already stored.
 */
export function renewSession(stale?: string): Promise<string | undefined> {
  const renew = async (): Promise<string | undefined> => {
    const current = storedAccessToken();
    if (stale && current && current !== stale) return current;
    const refreshToken = storedRefreshToken();
    if (!refreshToken) return undefined;
    const response = await send("POST", "/api/auth/refresh", { body: { refreshToken } });
    if (response.status === 401) return undefined;
    if (!response.ok) throw await readError(response);
    const tokens = (await readAnswer(response)) as Tokens;
    // Another tab has logged out, and that counts.
    if (storedRefreshToken() !== refreshToken) return storedAccessToken() ?? undefined;
    storeTokens(tokens);
    return tokens.accessToken;
  };
  return inOneTab("campus-circle-refresh", renew);
}

// Logging out. A pending logout is stored before it is sent and removed once the server confirms
// it. If that fails, it is sent again on the next page, when the browser is back online, and before
// anyone signs in. Until then a marker cookie stops the server from rendering pages for the person
// who logged out.

/** Sent when no token is stored: the server then ends the session that the cookie names. */
const NO_TOKEN = "none";

/** The longest lifetime of a session cookie. */
const MARKER_SECONDS = 30 * 24 * 60 * 60;

/** The refresh tokens of sessions to end, separated by spaces. */
const pendingLogouts = (): string[] =>
  (localStorage.getItem(PENDING_LOGOUTS) ?? "").split(" ").filter(Boolean);

function writePendingLogouts(tokens: string[]): void {
  if (tokens.length > 0) localStorage.setItem(PENDING_LOGOUTS, tokens.join(" "));
  else localStorage.removeItem(PENDING_LOGOUTS);
}

/**
 * Stores that the session of `refreshToken` is to end, and marks this browser as signed out until
 * someone signs in.
 */
export function beginLogout(refreshToken: string | null): void {
  writePendingLogouts([...new Set([...pendingLogouts(), refreshToken ?? NO_TOKEN])]);
  markSignedOut(MARKER_SECONDS);
}

/**
 * Clears the stored session and queues its logout: it may still be open on the server, or in the
 * cookie.
 */
export function dropSession(): void {
  beginLogout(storedRefreshToken());
  forgetStoredSession();
}

const LOGOUT_TIMEOUT_MS = 5_000;

/**
 * Sends all pending logouts, in one tab at a time. Resolves to whether all of them are confirmed;
 * never rejects.
 */
export async function flushLogouts(): Promise<boolean> {
  const flush = async () => {
    for (const token of pendingLogouts()) {
      if (!(await sendLogout(token))) return false;
      writePendingLogouts(pendingLogouts().filter((other) => other !== token));
    }
    return true;
  };
  return inOneTab("campus-circle-logout", flush);
}

async function sendLogout(refreshToken: string): Promise<boolean> {
  try {
    const response = await send("POST", "/api/auth/logout", {
      body: { refreshToken },
      // The cookie belongs to the person who signed in last. It must not identify the old session
      // once there is a new one.
      credentials: storedRefreshToken() === null ? "same-origin" : "omit",
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    // No connection, or no response in time: the logout stays pending.
    return false;
  }
}

/** Runs `task` in one tab at a time. Pages that are not served over https have no locks. */
function inOneTab<T>(name: string, task: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, task) : task();
}
