/**
 * A cookie scripts may write: it marks this browser as signed out, because no script can remove the
 * session cookie itself. It is set at logout and stays until the server has confirmed the logout or
 * someone signs in. So no page is rendered for the person who left, even if the server could not be
 * reached.
 */
export const SIGNED_OUT = "signedOut";

/** Sets the marker for `seconds`; 0 removes it. */
export function markSignedOut(seconds: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store for it
  document.cookie = `${SIGNED_OUT}=1; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
