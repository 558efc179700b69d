import { LANGUAGE_COOKIE, type Language } from "@/lib/language/languages";

/** Cookies that scripts may write and the server reads. They name no person. */

/**
 * Marks this browser as signed out, because no script can remove the session cookie itself. It is
 * set at logout and stays until the server has confirmed the logout or someone signs in. So no page
 * is rendered for the person who left, even if the server could not be reached.
 */
export const SIGNED_OUT = "signedOut";

/**
 * Marks a browser whose person signed in at the college's issuer, where logging out goes by way of
 * it.
 */
export const AT_ISSUER = "atIssuer";

/** Marks a browser in which someone has signed in before: the login welcomes them back. */
export const RETURNING = "returning";

/** Which tab of the feed Home opens: the one that was open last. Gone when the person logs out. */
export const HOME_FEED = "feed";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the marker for `seconds`; 0 removes it. */
export const markSignedOut = (seconds: number): void => setMarker(SIGNED_OUT, seconds);
export const markReturning = (): void => setMarker(RETURNING, YEAR_SECONDS);
export const rememberFeed = (feed: string): void => setMarker(HOME_FEED, YEAR_SECONDS, feed);
export const rememberLanguage = (language: Language): void =>
  setMarker(LANGUAGE_COOKIE, YEAR_SECONDS, language);
export const isAtIssuer = (): boolean => document.cookie.split("; ").includes(`${AT_ISSUER}=1`);
export const forgetFeed = (): void => setMarker(HOME_FEED, 0);

function setMarker(name: string, seconds: number, value = "1"): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store for it
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
