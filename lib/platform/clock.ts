import "server-only";
import { log } from "@/lib/platform/log";

/**
 * Times by this process's clock, where a few seconds of skew do no harm. Anything exact compares
 * with the database's `now()` instead.
 */

const MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

type Unit = keyof typeof MS;

export const addTime = (date: Date, count: number, unit: Unit) => new Date(date.getTime() + count * MS[unit]);

export const ago = (count: number, unit: Unit) => addTime(new Date(), -count, unit);

/**
 * Runs `task` every `ms` milliseconds, never twice at once. Failures are logged. The timer does not
 * keep the process alive.
 */
export function repeat(name: string, ms: number, task: () => Promise<void>): void {
  let isRunning = false;
  setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await task();
    } catch (error) {
      log().warn({ err: error }, `${name} failed, will be retried`);
    }
    isRunning = false;
  }, ms).unref();
}

export class TimedOut extends Error {
  override name = "TimedOut";
}

/** Resolves or rejects as `work` does, or throws `TimedOut` after `ms`; `work` itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut("No answer in time.")), ms);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
