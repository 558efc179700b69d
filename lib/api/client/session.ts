import { readAnswer, readError, send } from "@/lib/api/client/http";
import { PENDING_LOGOUTS } from "@/lib/sessions/client/data-owner";
import {
  forgetStoredSession,
  storedAccessToken,
  storedRefreshToken,
  storeTokens,
} from "@/lib/sessions/client/stored-session";
import type { Tokens } from "@/lib/sessions/schema";
import { markSignedOut } from "@/lib/sessions/signed-out-marker";

/** The browser's session: renewing it, and ending it on the server for certain. */

/**
 * New tokens, and with them the cookie that opens pages; undefined when the session is over. Throws
 * when the server can't be asked. One at a time in all tabs: who comes second for the same `stale`
 * token finds the new one already there.
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
    // Logged out meanwhile, in another tab: that stands.
    if (storedRefreshToken() !== refreshToken) return storedAccessToken() ?? undefined;
    storeTokens(tokens);
    return tokens.accessToken;
  };
  return inOneTab("campus-circle-refresh", renew);
}

// ─── Logging out ──────────────────────────────────────────────────────────────────────────────────────────────────
// What ends is written down before anything is sent, and struck off once the server has confirmed it: without a connection,
// after a failure or in a tab that was closed it is sent again with the next page, when the connection is back, and before
// anybody signs in. Until then a marker keeps pages from being rendered for the person who left.

/**
 * For a session without a stored token: the cookie, which only the server can read, still names it.
 */
const NO_TOKEN = "none";

/** As long as the session cookie may last. */
const MARKER_SECONDS = 30 * 24 * 60 * 60;

/** The refresh tokens of sessions that are to end. Tokens of ours have no spaces. */
const pendingLogouts = (): string[] =>
  (localStorage.getItem(PENDING_LOGOUTS) ?? "").split(" ").filter(Boolean);

function writePendingLogouts(tokens: string[]): void {
  if (tokens.length > 0) localStorage.setItem(PENDING_LOGOUTS, tokens.join(" "));
  else localStorage.removeItem(PENDING_LOGOUTS);
}

/**
 * Writes down that the session of `refreshToken` is to end, and that this browser is nobody's until
 * somebody signs in.
 */
export function beginLogout(refreshToken: string | null): void {
  writePendingLogouts([...new Set([...pendingLogouts(), refreshToken ?? NO_TOKEN])]);
  markSignedOut(MARKER_SECONDS);
}

/**
 * Forgets a session that is lost; it may still be open on the server, or in the cookie that opens
 * pages.
 */
export function dropSession(): void {
  beginLogout(storedRefreshToken());
  forgetStoredSession();
}

/** The server has this long to confirm, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Sends what the server has not confirmed, in one tab at a time. Gives whether all of it is
 * confirmed now; never rejects.
 */
export async function flushLogouts(): Promise<boolean> {
  const settle = async () => {
    for (const token of pendingLogouts()) {
      if (!(await sendLogout(token))) return false;
      writePendingLogouts(pendingLogouts().filter((other) => other !== token));
    }
    return true;
  };
  return inOneTab("campus-circle-logout", settle);
}

async function sendLogout(refreshToken: string): Promise<boolean> {
  try {
    const response = await send("POST", "/api/auth/logout", {
      body: { refreshToken },
      // The cookie is of whoever signed in last. Once there is a new session it must not be taken
      // for the old one.
      credentials: storedRefreshToken() === null ? "same-origin" : "omit",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return response.ok;
  } catch {
    // No connection, or no answer in time: it stays written down.
    return false;
  }
}

/** Runs `act` while no other tab does. Pages that are not on https have no locks. */
function inOneTab<T>(name: string, act: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(name, act) : act();
}
