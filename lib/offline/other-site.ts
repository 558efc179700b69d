/**
 * Whether a browser sent a request for a page of another site. `Sec-Fetch-Site` says so in browsers
 * since 2023, `Origin` in older ones; a client that is no browser sends neither. `none` is a
 * person's own doing: an address typed, a share from an app. Used on the server and in the service
 * worker, where browsers show `Origin` alone.
 */
export function isFromOtherSite(headers: Headers, ownOrigins: string[]): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  return origin !== null && !ownOrigins.includes(origin);
}
