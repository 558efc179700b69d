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
