/**
 * Whose an access token is: the `sub` of a JWT, unverified; undefined when there is none to be
 * read.
 */
export function tokenOwner(token: string): string | undefined {
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
