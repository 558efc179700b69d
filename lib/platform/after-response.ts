import "server-only";
import { after } from "next/server";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Runs `task` once the response is sent. Only on functions (Vercel), which have no timers and whose
 * cron runs once a day. A server's own timers (instrumentation.ts) pick up the same work within
 * seconds.
 */
export function afterResponse(task: () => Promise<unknown>): void {
  if (!env().VERCEL) return;
  after(async () => {
    try {
      await task();
    } catch (error) {
      log().warn({ err: error }, "task after the response failed, will be retried");
    }
  });
}

const unfinished = new Set<Promise<unknown>>();

/** Resolves once such work is done: for commands, which end, and for tests. */
export const finishWork = () => Promise.all(unfinished);

/**
 * Lets `work` that has already started outlive its response. A failure is logged, because no caller
 * awaits it any more.
 */
export function waitUntil(work: Promise<unknown>): void {
  const logged = work.catch((error: unknown) => log().warn({ err: error }, "work after the response failed"));
  unfinished.add(logged);
  void logged.finally(() => unfinished.delete(logged));
  // A server runs on. A function freezes after its response unless `after` registers the
  // work.
  if (!env().VERCEL) return;
  try {
    after(logged);
  } catch (error) {
    // There is no response, as while a build seeds a preview: nothing freezes.
    log().debug({ err: error }, "work outside of a request");
  }
}
