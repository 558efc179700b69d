/** Screen readers skip a live region that is inserted together with its text. */
const DELAY_MS = 100;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Says to screen readers what happened, where nothing visible with a live region says it: `Comment
 * deleted.`
 */
export function announce(message: string): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "sr-only";
    region.setAttribute("role", "status");
    // Dialogs hide the rest of the page from screen readers, except elements with this attribute.
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  const target = region;
  // Cleared first, so that the same words are said again.
  target.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(() => {
    target.textContent = message;
  }, DELAY_MS);
}
