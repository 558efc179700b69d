/** The focus of the search field, which a shortcut asks for and any screen may have. */

/** How long the next screen may take to show its field. */
const APPEAR_TIMEOUT_MS = 5_000;

const fields = new Set<HTMLInputElement>();
let wantedUntil = 0;

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
  field?.focus();
  wantedUntil = field ? 0 : Date.now() + APPEAR_TIMEOUT_MS;
  return field !== undefined;
}
