import { tokenOwner } from "@/lib/offline/token-owner";

/**
 * The page is rendered for whom the cookie names, the API answers whom the stored token names. They
 * part when a person clears the browser's storage or signs in as somebody else in another tab.
 */
export type SessionMatch = "match" | "missing" | "other";

/**
 * Whether the stored access token is the viewer's. A token that cannot be read is left to the API,
 * which refuses it with the right words.
 */
export function sessionMatch(viewerId: string, accessToken: string | null): SessionMatch {
  if (!accessToken) return "missing";
  const owner = tokenOwner(accessToken);
  return owner === undefined || owner === viewerId ? "match" : "other";
}
