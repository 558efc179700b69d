"use client";

/** Fields that take the focus from elsewhere: by a shortcut, or on the screen that opens next. */
type Name = "search" | "message";

/** How long the next screen may take to show its field. */
const APPEAR_TIMEOUT_MS = 5_000;

const fields = new Map<HTMLElement, Name>();
let awaited: { name: Name; until: number } | undefined;
/** Where the focus was before a shortcut moved it. */
let origin: Element | null = null;

/** The next field of this name that appears takes the focus. */
export function focusNext(name: Name): void {
  // Under a finger the keyboard would cover the conversation.
  if (name === "message" && window.matchMedia("(pointer: coarse)").matches) return;
  awaited = { name, until: Date.now() + APPEAR_TIMEOUT_MS };
}

/** Focuses the page's field of this name. False if there is none: then the next one gets it. */
export function focusNow(name: Name): boolean {
  const [field] = [...fields].find(([field, its]) => its === name && field.checkVisibility()) ?? [];
  origin = document.activeElement;
  if (field) field.focus();
  else focusNext(name);
  return field !== undefined;
}

const refOf = (name: Name) => (field: HTMLElement | null) => {
  if (!field) return undefined;
  fields.set(field, name);
  if (awaited?.name === name && Date.now() < awaited.until && field.checkVisibility()) {
    awaited = undefined;
    field.focus();
  }
  return () => {
    fields.delete(field);
  };
};

/** The `ref` of the field of each name. */
export const fieldRefs = { search: refOf("search"), message: refOf("message") };

/** Leaves a field for where the focus was before, else for the screen's content. */
export function leaveField(): void {
  const back = origin?.isConnected && origin !== document.body ? origin : document.querySelector("main");
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}
