import "server-only";
import { log } from "@/lib/platform/log";

/**
 * For what anyone may send to the log: an instance writes 30 lines in ten minutes and counts the
 * rest, so that no flood fills it.
 */

const LINES_MAX = 30;
const WINDOW_MS = 10 * 60_000;

export class LogQuota {
  #endsAt = 0;
  #lines = 0;
  #dropped = 0;

  /** `what` names the lines: "content policy violations". */
  constructor(private readonly what: string) {}

  /** Runs `write` unless the quota is used up. */
  spend(write: () => void): void {
    const now = Date.now();
    if (now > this.#endsAt) {
      if (this.#dropped > 0) log().warn({ dropped: this.#dropped }, `more ${this.what}`);
      this.#endsAt = now + WINDOW_MS;
      this.#lines = 0;
      this.#dropped = 0;
    }
    if (this.#lines < LINES_MAX) {
      this.#lines += 1;
      write();
    } else this.#dropped += 1;
  }
}
