// biome-ignore lint/style/noRestrictedImports: types alone
import type { ExternalToast, toast as Sonner } from "sonner";

/**
 * A word at the edge of the screen that goes by itself. What draws it (components/shell/toasts.tsx) is loaded once the
 * page is at rest, or with the first toast: until then toasts wait here, in order.
 */

type ToastOptions = Pick<ExternalToast, "duration" | "action" | "onDismiss" | "onAutoClose">;
type Kind = "message" | "success" | "error";
type Waiting = { id: string; show: (by: typeof Sonner) => void };

/** What draws, once it is loaded, and whether it is on the page. */
let sonner: typeof Sonner | undefined;
let isShown = false;
let waiting: Waiting[] = [];
let count = 0;
const listeners = new Set<() => void>();

function say(kind: Kind, text: string, options?: ToastOptions): string {
  const id = `toast-${++count}`;
  const show = (by: typeof Sonner) => void by[kind](text, { ...options, id });
  if (sonner && isShown) show(sonner);
  else {
    waiting.push({ id, show });
    for (const listener of listeners) listener();
  }
  return id;
}

/** Each way to say something returns an id, with which it can be taken back. */
export const toast = {
  message: (text: string, options?: ToastOptions) => say("message", text, options),
  success: (text: string, options?: ToastOptions) => say("success", text, options),
  error: (text: string, options?: ToastOptions) => say("error", text, options),
  /** Takes one toast away, or all of them. */
  dismiss: (id?: string) => {
    waiting = id === undefined ? [] : waiting.filter((one) => one.id !== id);
    sonner?.dismiss(id);
  },
};

/** Shows what waits, and from now on every toast at once. Returns what makes them wait again. */
export function deliverToasts(by: typeof Sonner): () => void {
  sonner = by;
  isShown = true;
  const due = waiting;
  waiting = [];
  for (const { show } of due) show(by);
  return () => {
    isShown = false;
  };
}

/** Calls `listener` for each toast that has to wait, and at once for those that do. Returns what ends it. */
export function onWaitingToast(listener: () => void): () => void {
  listeners.add(listener);
  if (waiting.length > 0) listener();
  return () => listeners.delete(listener);
}
