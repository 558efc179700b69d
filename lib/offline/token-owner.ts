/** More than a call takes. */
const EXPIRING_MS = 30_000;

/** The claims of an access token, a JWT, unverified. Empty if it can't be read. */
function claimsOf(token: string): { sub?: unknown; exp?: unknown } {
  const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
  if (!payload) return {};
  try {
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === "object" && claims !== null ? claims : {};
  } catch {
    // Not a JWT.
    return {};
  }
}

/** The person an access token belongs to; undefined if it can't be read. */
export function tokenOwner(token: string): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === "string" ? sub : undefined;
}

/** Whether an access token is over by this device's clock, or will be before a call could end. */
export function isExpiring(token: string): boolean {
  const { exp } = claimsOf(token);
  return typeof exp === "number" && exp * 1_000 - Date.now() < EXPIRING_MS;
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
