import "server-only";
import { overloaded } from "@/lib/platform/errors";

/**
 * Lets `atOnce` works run at a time; the others wait in the order they came. When more than
 * `waitingMax` wait already, the next is told to come back (503).
 */
export function createSemaphore(atOnce: number, waitingMax = Number.POSITIVE_INFINITY) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw overloaded();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
