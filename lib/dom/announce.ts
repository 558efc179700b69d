/** Screen readers skip a live region that is inserted together with its text. */
const DELAY_MS = 100;
/** A screen reader has taken a text in by then. */
const BRIEF_MS = 1_500;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Says to screen readers what happened, where nothing visible with a live region says it: `Comment
 * deleted.`. What `isBrief` is taken away again: words that the page shows anyway should not be
 * found twice in it.
 */
export function announce(message: string, { isBrief = false } = {}): void {
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
    if (isBrief) timer = setTimeout(() => (target.textContent = ""), BRIEF_MS);
  }, DELAY_MS);
}
