import { anyAnswer, api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { later } from "@/lib/api/later";
import { LOGIN } from "@/lib/auth/pages";
import { forgetStoredSession, storedRefreshToken, storeTokens } from "@/lib/auth/stored-session";

const contract = later(() => import("@/lib/auth/contract"));

/**
 * Renews the stored session and with it the cookie that opens pages, so that both name the same person again. `over`
 * when there is no session to renew or it has ended, `failed` when the server could not be asked; never throws.
 */
export async function renewStoredSession(): Promise<"renewed" | "over" | "failed"> {
  const refreshToken = storedRefreshToken();
  if (!refreshToken) return "over";
  try {
    storeTokens(await api.post("/auth/refresh", { body: { refreshToken }, answer: contract.tokensAnswer }));
    return "renewed";
  } catch (error) {
    // Anything but a refusal says nothing of the session: the caller may ask again.
    return error instanceof ApiClientError && error.status === 401 ? "over" : "failed";
  }
}

/**
 * Forgets the session here, has the server clear its cookie, and goes to sign in; afterwards back to where the person
 * was. The call wants a token, so without one it gets a word that is none.
 */
export async function signInAnew(): Promise<void> {
  const refreshToken = storedRefreshToken() ?? "none";
  forgetStoredSession();
  await api.post("/auth/logout", { body: { refreshToken }, answer: anyAnswer });
  const next = encodeURIComponent(window.location.pathname + window.location.search);
  window.location.replace(`${LOGIN}?next=${next}`);
}
