// biome-ignore lint/style/noRestrictedImports: only its types
import type { ExternalToast, toast as sonnerToast } from "sonner";
import { translate } from "@/lib/language/translate";

type Sonner = Pick<typeof sonnerToast, "message" | "success" | "error" | "dismiss">;

/** Undefined until `Toaster` has loaded it: no page needs it at first paint. */
let sonner: Sonner | undefined;

const waiting: ((sonner: Sonner) => void)[] = [];

/** `Toaster` calls this when it shows: toasts that came before appear now. */
export function connectToasts(loaded: Sonner): void {
  sonner = loaded;
  for (const call of waiting.splice(0)) call(loaded);
}

function run(call: (sonner: Sonner) => void): void {
  if (sonner) call(sonner);
  else waiting.push(call);
}

let count = 0;

/** Shows a toast and returns its id. With the id of another toast in `options` it replaces that. */
const show =
  (kind: "message" | "success" | "error") =>
  (text: string, options?: ExternalToast): string | number => {
    count += 1;
    const id = options?.id ?? `toast ${count}`;
    run((sonner) => sonner[kind](text, { ...options, id }));
    return id;
  };

export const toast = {
  message: show("message"),
  success: show("success"),
  error: show("error"),
  /** Without an id it dismisses all. */
  dismiss: (id?: string | number): void => run((sonner) => sonner.dismiss(id)),
};

/** How long an action can be undone, in milliseconds. Hovering over the toast pauses the time. */
const UNDO_MS = 10_000;

/**
 * Says what was done and offers to undo it. Returns the toast's id; with an `id` it replaces the
 * toast of that id.
 */
export const undoToast = (
  message: string,
  onUndo: () => void,
  options?: Pick<ExternalToast, "id" | "position">,
) =>
  toast.message(message, {
    ...options,
    duration: UNDO_MS,
    action: { label: translate("Undo"), onClick: onUndo },
  });
