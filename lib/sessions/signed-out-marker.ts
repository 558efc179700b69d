/**
 * A cookie that scripts may write: this browser's session is over, whatever the session cookie
 * says, which no script can remove. It stands from the moment of logging out until the server has
 * confirmed it or somebody signs in, so that no page is rendered for the person who left, also when
 * the server could not be told.
 */
export const SIGNED_OUT = "signedOut";

/** Sets the marker for so many seconds; 0 removes it. */
export function markSignedOut(seconds: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store for it
  document.cookie = `${SIGNED_OUT}=1; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
