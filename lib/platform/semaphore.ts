import "server-only";
import { overloaded } from "@/lib/platform/errors";

/**
 * Runs at most `concurrency` tasks at a time; the rest queue in order of arrival. When the queue is
 * full, new tasks are rejected with a 503.
 */
export function createSemaphore(concurrency: number, queueMax = Number.POSITIVE_INFINITY) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (queue.length >= queueMax) throw overloaded();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
