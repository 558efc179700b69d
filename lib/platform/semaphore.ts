import "server-only";
import pLimit from "p-limit";
import { overloaded } from "@/lib/platform/errors";

/**
 * Runs at most `concurrency` tasks at a time; the rest queue in order of arrival. When the queue is
 * full, new tasks are rejected with a 503.
 */
export function createSemaphore(concurrency: number, queueMax = Number.POSITIVE_INFINITY) {
  const limit = pLimit(concurrency);
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= queueMax) throw overloaded();
    return limit(task);
  };
}
