/** The focus of the search field, which a shortcut asks for and any screen may have. */

/** How long the next screen may take to show its field. */
const APPEAR_TIMEOUT_MS = 5_000;

const fields = new Set<HTMLInputElement>();
let wantedUntil = 0;
/** Where the focus was before the shortcut. */
let origin: Element | null = null;

/** The `ref` of a search field that the shortcut can focus. */
export function searchFieldRef(field: HTMLInputElement | null): (() => void) | undefined {
  if (!field) return undefined;
  fields.add(field);
  if (Date.now() < wantedUntil && field.checkVisibility()) {
    wantedUntil = 0;
    field.focus();
  }
  return () => {
    fields.delete(field);
  };
}

/** Focuses the page's search field. False if there is none: then the next one takes the focus. */
export function focusSearch(): boolean {
  const field = [...fields].find((candidate) => candidate.checkVisibility());
  origin = document.activeElement;
  field?.focus();
  if (!field) focusNextSearch();
  return field !== undefined;
}

/** The search field of the next screen takes the focus. */
export function focusNextSearch(): void {
  wantedUntil = Date.now() + APPEAR_TIMEOUT_MS;
}

/** Leaves the search field for where the focus was before, else for the screen's content. */
export function leaveSearch(): void {
  const back = origin?.isConnected && origin !== document.body ? origin : document.querySelector("main");
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}
