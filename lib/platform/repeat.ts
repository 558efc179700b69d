import "server-only";
import { log } from "@/lib/platform/log";

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
