/**
 * The page is rendered for whom the cookie names, the API answers whom the stored token names. They part when a
 * person clears the browser's storage or signs in as somebody else in another tab.
 */
export type SessionFit = "fits" | "missing" | "other";

/**
 * Whether the stored access token is the viewer's. A token that cannot be read is left to the API, which refuses it
 * with the right words.
 */
export function sessionFit(viewerId: string, accessToken: string | null): SessionFit {
  if (!accessToken) return "missing";
  const owner = ownerOf(accessToken);
  return owner === undefined || owner === viewerId ? "fits" : "other";
}

/** The `sub` of a JWT, unverified; undefined when there is none to be read. */
function ownerOf(token: string): string | undefined {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  if (!payload) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(payload));
    const sub = typeof claims === "object" && claims !== null && "sub" in claims ? claims.sub : undefined;
    return typeof sub === "string" ? sub : undefined;
  } catch {
    // Not a JWT at all: the caller treats it as nobody's.
    return undefined;
  }
}
