import "server-only";
import { after } from "next/server";
import { log } from "@/lib/platform/log";

/** Does `task` once the answer is on its way. What goes wrong is logged: nobody waits for it any more. */
export function inBackground(task: () => Promise<void>): void {
  const run = async () => {
    try {
      await task();
    } catch (error) {
      log().warn({ err: error }, "work after the answer failed");
    }
  };
  try {
    // Functions are frozen with their answer unless the platform knows that there is more to do.
    after(run);
  } catch {
    // Outside of Next's requests (tests, scripts) there is no answer to wait for.
    void run();
  }
}
