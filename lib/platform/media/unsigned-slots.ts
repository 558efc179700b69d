import "server-only";
import { ApiError } from "@/lib/platform/errors";

/**
 * Uploads whose file came before its signature (browsers send fields in the order the page added
 * them), so that nobody knows yet who sends them. So many may fill the disk at a time; signed ones
 * are limited where they are signed. When all slots are taken, the slowest sender gives way, so
 * that nobody can hold them by sending next to nothing.
 */

const AT_ONCE = 24;
/** Nobody gives way in the first seconds, nor who sends this fast: 100 MB in under half an hour. */
const GRACE_MS = 10_000;
const FAST_BYTES_PER_MS = 64;

type Sender = {
  /** Bytes that have come so far. */
  received: () => number;
  stop: (reason: ApiError) => void;
};

const slots = new Map<Sender, number>();

/** Takes a slot and returns what leaves it. Throws `unavailable` (503) when there is none. */
export function takeSlot(sender: Sender): () => void {
  if (slots.size >= AT_ONCE) {
    const slowest = slowestSlot();
    if (!slowest) throw busy();
    slots.delete(slowest);
    slowest.stop(busy());
  }
  slots.set(sender, Date.now());
  return () => slots.delete(sender);
}

function slowestSlot(): Sender | undefined {
  const now = Date.now();
  let slowest: { sender: Sender; pace: number } | undefined;
  for (const [sender, since] of slots) {
    const pace = sender.received() / Math.max(1, now - since);
    if (now - since < GRACE_MS || pace >= FAST_BYTES_PER_MS) continue;
    if (!slowest || pace < slowest.pace) slowest = { sender, pace };
  }
  return slowest?.sender;
}

const busy = () =>
  new ApiError("unavailable", "Many people are uploading right now. Please try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });
