import type { LogEntry } from "@/lib/moderation/staff-schema";
import { isoDay } from "@/lib/time/relative-time";

/** An entry, and for how many it stands. */
export type FoldedEntry = { entry: LogEntry; times: number };

/**
 * Entries with the openings of one case, by one person on one day of the colleges, as one: the
 * newest stands for all. What was done to a case is never folded.
 */
export function foldOpenings(entries: readonly LogEntry[]): FoldedEntry[] {
  const folded = new Map<string, FoldedEntry>();
  for (const entry of entries) {
    const { action, actor, caseId, at } = entry;
    const isOpening = action === "case_opened" && actor && caseId;
    const key = isOpening ? `${actor._id} ${caseId} ${isoDay(new Date(at))}` : entry._id;
    const first = folded.get(key);
    if (first) first.times++;
    else folded.set(key, { entry, times: 1 });
  }
  return [...folded.values()];
}
