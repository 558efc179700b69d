import "server-only";
import { siteOf } from "@/lib/platform/client-network";
import { log } from "@/lib/platform/log";

/**
 * For what anyone may send to the log: in ten minutes an instance writes 10 lines of one site and
 * 100 of all, and counts the rest. So no flood fills the log, and no stranger's hides what others
 * send.
 */

const LINES_MAX = 100;
const LINES_OF_SITE_MAX = 10;
const WINDOW_MS = 10 * 60_000;

export class LogQuota {
  #endsAt = 0;
  #lines = 0;
  #dropped = 0;
  #linesOf = new Map<string, number>();

  /** `what` names the lines: "content policy violations". */
  constructor(private readonly what: string) {}

  /** Runs `write` for a caller's network unless the quota, or that of its site, is used up. */
  spend(network: string, write: () => void): void {
    const now = Date.now();
    if (now > this.#endsAt) {
      if (this.#dropped > 0) log().warn({ dropped: this.#dropped }, `more ${this.what}`);
      this.#endsAt = now + WINDOW_MS;
      this.#lines = 0;
      this.#dropped = 0;
      this.#linesOf.clear();
    }
    const site = siteOf(network);
    const ofSite = this.#linesOf.get(site) ?? 0;
    if (this.#lines < LINES_MAX && ofSite < LINES_OF_SITE_MAX) {
      this.#lines += 1;
      this.#linesOf.set(site, ofSite + 1);
      write();
    } else this.#dropped += 1;
  }
}
