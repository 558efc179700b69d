import { tokenOwner } from "@/lib/offline/token-owner";

/**
 * The cookie decides for whom a page is rendered, the stored token whom the API answers. They
 * differ after the browser's storage is cleared, or after another login in another tab.
 */
export type SessionMatch = "match" | "missing" | "other";

/**
 * Whether the stored access token is the viewer's. An unreadable token counts as a match: the API
 * rejects it with the right error.
 */
export function sessionMatch(viewerId: string, accessToken: string | null): SessionMatch {
  if (!accessToken) return "missing";
  const owner = tokenOwner(accessToken);
  return owner === undefined || owner === viewerId ? "match" : "other";
}
