import { PENDING_LOGOUTS } from "@/lib/auth/data-owner";

/** The refresh tokens whose sessions are to end, in local storage until the server has confirmed it (lib/auth/logout.ts). */

/** Tokens of ours have no spaces. */
export const pendingLogouts = (): string[] =>
  (localStorage.getItem(PENDING_LOGOUTS) ?? "").split(" ").filter(Boolean);

export const isLogoutPending = (): boolean => pendingLogouts().length > 0;

export function writePendingLogouts(tokens: string[]): void {
  if (tokens.length > 0) localStorage.setItem(PENDING_LOGOUTS, tokens.join(" "));
  else localStorage.removeItem(PENDING_LOGOUTS);
}
