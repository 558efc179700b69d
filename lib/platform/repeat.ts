import "server-only";
import { log } from "@/lib/platform/log";

/**
 * Runs `task` every `ms` milliseconds while this process lives, never twice at once. A failure is
 * logged; the timer keeps no process alive.
 */
export function repeat(name: string, ms: number, task: () => Promise<void>): void {
  let isRunning = false;
  setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await task();
    } catch (error) {
      log().warn({ err: error }, `${name} failed, will be tried again`);
    }
    isRunning = false;
  }, ms).unref();
}
