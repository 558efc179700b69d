/**
 * Whether a page of another site caused this request. Browsers since 2023 send `Sec-Fetch-Site`,
 * older ones only `Origin`, and other clients neither. `none` means that the person caused it, by
 * typing a URL or sharing from an app. Runs on the server and in the service worker, which sees
 * only `Origin`.
 */
export function isFromOtherSite(headers: Headers, ownOrigins: string[]): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  return origin !== null && !ownOrigins.includes(origin);
}
