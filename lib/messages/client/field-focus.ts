/** The focus of the field for a message, which choosing a conversation sets. */

/** How long the conversation may take to show its field. */
const APPEAR_TIMEOUT_MS = 5_000;

let wantedUntil = 0;

/**
 * The field of the conversation that opens next takes the focus; not under a finger, where the
 * keyboard would cover what was said.
 */
export function focusNextMessageField(): void {
  if (window.matchMedia("(pointer: coarse)").matches) return;
  wantedUntil = Date.now() + APPEAR_TIMEOUT_MS;
}

/** Whether a field that appears takes the focus: the first one that asks does. */
export function takesMessageFocus(): boolean {
  const isWanted = Date.now() < wantedUntil;
  wantedUntil = 0;
  return isWanted;
}
