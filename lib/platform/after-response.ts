import "server-only";
import { after } from "next/server";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * What a request leaves to be done, done once its response is sent. Only on functions (Vercel),
 * which have no timer and whose cron comes once a day: a server's own timers (instrumentation.ts)
 * find the same work within seconds.
 */
export function afterResponse(task: () => Promise<unknown>): void {
  if (!env().VERCEL) return;
  after(async () => {
    try {
      await task();
    } catch (error) {
      log().warn({ err: error }, "not done after the response, will be tried again");
    }
  });
}

/**
 * Lets `work` that is under way outlive its response. A failure is logged: nobody waits for it any
 * more.
 */
export function outliveResponse(work: Promise<unknown>): void {
  const logged = work.catch((error: unknown) => log().warn({ err: error }, "work after the response failed"));
  // A server goes on by itself; functions freeze with their response unless told of it.
  if (env().VERCEL) after(logged);
}
