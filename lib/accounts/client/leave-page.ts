/**
 * Leaves a page whose person has left: without the "Leave site?" prompt, and replacing it in the
 * history so that Back does not return to it.
 */
export function leavePage(url: string): void {
  const skip = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("beforeunload", skip, { capture: true });
  window.location.replace(url);
}
