/**
 * Leaves a page whose person is gone: without the question whether to leave, and so that Back finds
 * nothing of it.
 */
export function leavePage(url: string): void {
  const skip = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("beforeunload", skip, { capture: true });
  window.location.replace(url);
}
