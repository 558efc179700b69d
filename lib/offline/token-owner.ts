/**
 * The person an access token belongs to: the `sub` of the JWT, which is not verified. Undefined if
 * it can't be read.
 */
export function tokenOwner(token: string): string | undefined {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(payload));
    const sub = typeof claims === "object" && claims !== null && "sub" in claims ? claims.sub : undefined;
    return typeof sub === "string" ? sub : undefined;
  } catch {
    // Not a JWT.
    return undefined;
  }
}

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
