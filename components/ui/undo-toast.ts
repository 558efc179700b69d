import { toast } from "sonner";

/** How long an action can be undone, in milliseconds. Hovering over the toast pauses the time. */
const UNDO_MS = 10_000;

/**
 * Says what was done and offers to undo it. Returns the toast's id; with an `id` it replaces the
 * toast of that id.
 */
export const undoToast = (message: string, onUndo: () => void, id?: string) =>
  toast.message(message, { id, duration: UNDO_MS, action: { label: "Undo", onClick: onUndo } });
