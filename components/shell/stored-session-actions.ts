import { api } from "@/lib/api/client";
import { ApiClientError, OUT_OF_REACH } from "@/lib/api/client-error";
import type { Tokens } from "@/lib/auth/contract";
import { LOGIN } from "@/lib/auth/pages";
import { storedRefreshToken, storeTokens } from "@/lib/auth/stored-session";

/**
 * Renews the stored session and with it the cookie that opens pages, so that both name the same person again. `over`
 * when there is no session to renew or it has ended, `failed` when the server could not be asked; never throws.
 */
export async function renewStoredSession(): Promise<"renewed" | "over" | "failed"> {
  const refreshToken = storedRefreshToken();
  if (!refreshToken) return "over";
  try {
    const tokens = await api.post<Tokens>("/auth/refresh", { body: { refreshToken } });
    // Logged out meanwhile, in another tab: that stands.
    if (storedRefreshToken() !== refreshToken) return storedRefreshToken() ? "renewed" : "over";
    storeTokens(tokens);
    return "renewed";
  } catch (error) {
    // Anything but a refusal says nothing of the session: the caller may ask again.
    return error instanceof ApiClientError && error.status === 401 ? "over" : "failed";
  }
}

/**
 * Forgets the session here, has the server end it and clear its cookie, and goes to sign in; afterwards back to where the
 * person was. Throws where the server can't be reached.
 */
export async function signInAnew(): Promise<void> {
  const { loseSession, settleLogouts } = await import("@/lib/auth/logout");
  loseSession();
  if (!(await settleLogouts())) throw new ApiClientError(0, "network", OUT_OF_REACH);
  const next = encodeURIComponent(window.location.pathname + window.location.search);
  window.location.replace(`${LOGIN}?next=${next}`);
}
